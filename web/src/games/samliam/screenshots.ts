import { expect } from "@playwright/test";
import { guide, hint, hintMove, resign, result, type Screenshot } from "../../../e2e/screenshots";
import { pick, place, tap } from "../../../e2e/moves";

/** Before the fourth corner of a square. */
const WINNING = "a3sw f6sw a4se c6nw e1se a1nw c3se b1nw c5ne c1nw";
/** Before a square tile that completes two squares, one pointing outward and one inward. */
const TWO =
  "f3nw e2se a1ne c2se f1ne b4nw a6ne b2ne c3ne f6ne a3ne b7ne b1se d4ne f5ne b3sw d3se a7ne a6sw d1nw e1nw d5ne a1sw " +
  "b5ne a3sw b6nw c2nw c3sw d3nw e6sw d7sw c1se d4sw c4sw";
/** Before the last triangle of all. */
const FULL =
  "e6ne f7sw b4se e4sw a4se e4ne f6nw f4ne b6se c3ne d1ne a3sw b5se a7ne f3se a2ne b7se f1ne d5nw d4sw c2sw b2nw e5se " +
  "e7nw a7sw c5se a1sw a6sw c6sw e2sw f3nw c6ne f1sw a5se c3sw f4sw d6sw f2sw b1se b5nw e6sw e3se a1ne c4ne d3se b7nw " +
  "c4sw d7nw f5se d2nw c1se c7nw d7se b3se b2se d4ne e1nw d6ne a2sw";

export const screenshots: readonly Screenshot[] = [
  { name: "guided", side: "p1", isFirst: true, act: guide },
  { name: "hint-look", side: "p1", moves: WINNING, act: hint },
  { name: "hint-move", side: "p1", moves: WINNING, theme: "dark", act: hintMove },
  { name: "corners", moves: WINNING, act: (page) => tap(page, "cell:d4") },
  {
    name: "refusal",
    moves: WINNING,
    lang: "fr",
    async act(page) {
      await expect(place(page, "cell:a4")).toHaveClass(/\bready\b/);
      // The half that is taken: the other one is shown.
      await place(page, "cell:a3").tap({ position: { x: 8, y: 30 } });
      await expect(page.locator("#board .refusal")).not.toBeEmpty();
    },
  },
  {
    name: "won",
    side: "p1",
    moves: WINNING,
    async act(page) {
      await tap(page, "cell:a5", "corner:nw");
      await result(page);
    },
  },
  {
    name: "two-squares",
    side: "p1",
    moves: TWO,
    size: "desktop",
    theme: "dark",
    async act(page) {
      await pick(page, "square", "cell:d6");
      await result(page);
    },
  },
  {
    name: "drawn",
    moves: FULL,
    async act(page) {
      await tap(page, "cell:b3");
      await result(page);
    },
  },
  { name: "resigned", side: "p1", moves: "c3se d4nw", size: "landscape", act: resign },
  { name: "landscape", moves: WINNING, size: "landscape" },
];

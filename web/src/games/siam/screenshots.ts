import { expect } from "@playwright/test";
import { guide, hint, hintMove, resign, result, type Screenshot } from "../../../e2e/screenshots";
import { pick, place, tap } from "../../../e2e/moves";

/** Before a push that makes a rock fall at c1, with a rhino between it and the elephant that counts. */
const WINNING = "@a5N @c5E @e3S @c1S @d1S @a4W @a2E @b1S @c5S @c5S c4c3 @a5E";
/** Before an elephant pushes a rock off the board with a rhino right behind it. */
const LOSING = "@d1E @e3E @b1S @a3E @a3E @e5E @c5E @c1N";
/** Before the third occurrence of a position. */
const REPEATED = "@a1N @e5S a1E e5W a1N e5S a1E e5W a1N";

export const screenshots: readonly Screenshot[] = [
  { name: "guided", side: "p1", isFirst: true, act: guide },
  { name: "hint-look", side: "p1", moves: WINNING, act: hint },
  { name: "hint-move", side: "p1", moves: WINNING, act: hintMove },
  { name: "selected", moves: "@c1N @c5S c1c2N @d5S", size: "desktop", act: (page) => pick(page, "cell:c2") },
  { name: "facing", moves: "@a1N @e5S", theme: "dark", act: (page) => tap(page, "cell:c5") },
  {
    name: "refusal",
    moves: "@b1N @c5S b1c1N @d5S c1c2N c5c4S",
    async act(page) {
      await tap(page, "cell:c2");
      await place(page, "cell:c3").tap();
      await expect(page.locator("#board .refusal")).not.toBeEmpty();
    },
  },
  {
    name: "won",
    side: "p1",
    moves: WINNING,
    async act(page) {
      await tap(page, "cell:c3", "cell:c2");
      await result(page);
    },
  },
  {
    name: "lost",
    side: "p1",
    moves: LOSING,
    size: "desktop",
    theme: "dark",
    async act(page) {
      await pick(page, "reserve:p1", "cell:a3");
      await result(page);
    },
  },
  {
    name: "drawn",
    moves: REPEATED,
    lang: "fr",
    async act(page) {
      await tap(page, "cell:e5", "turn:S");
      await result(page);
    },
  },
  { name: "resigned", side: "p1", moves: "@a1N @e5S", theme: "dark", act: resign },
  { name: "landscape", moves: LOSING, size: "landscape" },
];

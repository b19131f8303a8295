import { expect } from "@playwright/test";
import { guide, hint, hintMove, resign, result, type Screenshot } from "../../../e2e/screenshots";
import { pick, place } from "../../../e2e/moves";

/** Light pushes out its sixth pallet with the last move. */
const OWN_SIXTH = "1-3x3 pl 2-4x6 pr 4-1x2 pl pl pl pr 4-1x1";
/** Dark has no other choice than to push out the sixth pallet of Light. */
const THEIR_SIXTH = "pr pr 3-2x2 pl pl pl pl pass 2-4x2 pr 4-2x1";

export const screenshots: readonly Screenshot[] = [
  { name: "landscape", size: "landscape" },
  { name: "guide", side: "p1", isFirst: true, act: guide },
  { name: "hint", moves: "1-3x3 pl", act: hint },
  { name: "hint-move", moves: OWN_SIXTH, theme: "dark", act: hintMove },
  {
    name: "block",
    lang: "fr",
    async act(page) {
      await pick(page, "pallet:1.2");
      await expect(page.locator("#board .now")).toHaveText(/: posez ces 2 palets/);
    },
  },
  {
    name: "push",
    size: "desktop",
    async act(page) {
      await expect(place(page, "push:r")).toHaveClass(/\bready\b/);
      await place(page, "push:r").hover();
      await expect(page.locator("#board .falls")).toHaveCount(1);
    },
  },
  {
    name: "refusal",
    async act(page) {
      await expect(place(page, "pallet:1.3")).toHaveClass(/\bready\b/);
      await place(page, "pallet:2.1").click();
      await expect(page.locator("#board .forbidden")).toHaveCount(1);
    },
  },
  {
    name: "gap",
    moves: "1-3x3 pl",
    theme: "dark",
    async act(page) {
      await expect(page.locator("#board .marks .slot")).toHaveCount(1);
    },
  },
  { name: "pass", moves: "1-4x2 2-1x3 pr 2-1x3 pr pr pr", lang: "fr" },
  {
    name: "sixth",
    moves: OWN_SIXTH,
    async act(page) {
      await pick(page, "push:r");
      await result(page);
    },
  },
  {
    name: "sixth-given-away",
    moves: THEIR_SIXTH,
    size: "desktop",
    theme: "dark",
    lang: "fr",
    async act(page) {
      await pick(page, "push:l");
      await result(page);
    },
  },
  { name: "resigned", moves: "pr pl", side: "p1", act: resign },
];

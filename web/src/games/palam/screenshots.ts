import { expect } from "@playwright/test";
import { guide, hint, hintMove, resign, result, type Screenshot } from "../../../e2e/screenshots";
import { pick, place } from "../../../e2e/moves";

/** Anubis has engaged the light water 3, and three pieces of Isis match. */
const MATCHES = "b1c2 f3";
/** Anubis has engaged the sun 3, and nothing of Isis matches. */
const NO_MATCH = "a1f2 d3";
/** All but the last answer of a game that the last duel decides. */
const LAST_DUEL = "a2 f3 a1 b3 b4 d2 f2 f4 c3 b2 b1 e3 c2 a3 f1 a4 d3 d1 d4 e2 e1 c4 c1";
const DRAFT = "w5@c1 k4@e1 E4@c4 w2@d4 k1@a1 e5@b1 K5@b4 e3@f4 e6@f1 w6@d1 s4@a4 e2@e4 k3@a3";

export const screenshots: readonly Screenshot[] = [
  { name: "landscape", size: "landscape" },
  { name: "guide", side: "p1", isFirst: true, act: guide },
  { name: "hint", moves: MATCHES, act: hint },
  { name: "hint-move", moves: MATCHES, theme: "dark", act: hintMove },
  { name: "hint-swap", size: "desktop", act: hintMove },
  {
    name: "chosen",
    lang: "fr",
    async act(page) {
      await pick(page, "cell:a2");
      await expect(page.locator("#board .now")).toHaveText(/: avancez-la jusqu’à la rangée des duels/);
    },
  },
  {
    name: "refusal",
    moves: MATCHES,
    async act(page) {
      await expect(place(page, "cell:b2")).toHaveClass(/\bready\b/);
      await place(page, "cell:d2").click();
      await expect(page.locator("#board .forbidden")).toHaveCount(1);
    },
  },
  {
    name: "leftmost",
    moves: NO_MATCH,
    theme: "dark",
    lang: "fr",
    async act(page) {
      await expect(page.locator("#board .plate")).toHaveText("la plus à gauche");
    },
  },
  {
    name: "answer",
    moves: MATCHES,
    size: "desktop",
    theme: "dark",
    async act(page) {
      await pick(page, "cell:b2");
      await expect(page.locator("#board .sum")).toHaveText("3 + 2 = 5, odd");
    },
  },
  {
    name: "draft",
    moves: DRAFT,
    variant: ["draft"],
    async act(page) {
      await pick(page, "piece:S2");
      await expect(page.locator("#board .dot")).toHaveCount(5);
    },
  },
  {
    name: "count",
    moves: LAST_DUEL,
    async act(page) {
      await pick(page, "cell:e4", "duel");
      await result(page);
    },
  },
  {
    name: "count-desktop",
    moves: LAST_DUEL,
    size: "desktop",
    theme: "dark",
    lang: "fr",
    async act(page) {
      await pick(page, "cell:e4", "duel");
      await result(page);
    },
  },
  { name: "resigned", moves: "a2 f3", side: "p1", act: resign },
];

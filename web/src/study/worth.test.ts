import { describe, expect, it } from "vitest";
import type { Worth } from "../rules/types";
import { bothChances, chanceOfFirst, isProven, worthInWords } from "./worth";
import { studyWords } from "./words";

const seats = ["Black", "White"] as const;
const worth = (score: Worth["score"], win_chance: number, source: Worth["source"] = "search"): Worth => ({
  score,
  win_chance,
  source,
  depth: 9,
});
const words = (value: Worth, turn: "p1" | "p2", lang: "en" | "fr") =>
  worthInWords(value, turn, seats, studyWords(lang), lang);

describe("a worth", () => {
  it("is a chance for whoever is to move, until it is proven", () => {
    expect(words(worth({ cp: 35 }, 0.617), "p2", "en")).toBe("White 62%");
    expect(words(worth({ cp: 35 }, 0.617), "p2", "fr")).toMatch(/^White 62\s%$/);
    expect(isProven(worth({ cp: 35 }, 0.6))).toBe(false);
  });

  it("names the winner and the distance", () => {
    expect(words(worth({ mate: 3 }, 1), "p1", "en")).toBe("won in 3 plies (Black)");
    expect(words(worth({ mate: -1 }, 0), "p1", "en")).toBe("won in 1 ply (White)");
    expect(words(worth({ mate: -2 }, 0), "p2", "fr")).toBe("gagné en 2 coups (Black)");
  });

  it("of an exact source is a result, not a chance", () => {
    expect(words(worth({ cp: 0 }, 0.5, "table"), "p1", "en")).toBe("draw");
    expect(words(worth({ cp: -13 }, 0, "exact"), "p1", "en")).toBe("won (White)");
  });

  it("shares a hundred between both players", () => {
    expect(chanceOfFirst(worth({ cp: 0 }, 0.4), "p2")).toBeCloseTo(0.6);
    expect(bothChances(0.415, "en")).toEqual(["42%", "58%"]);
    expect(bothChances(1, "en")).toEqual(["100%", "0%"]);
  });
});

import { describe, expect, it } from "vitest";
import type { ReviewedMove, Evaluation } from "../rules/types";
import {
  bothChances,
  certainty,
  evaluationText,
  firstPlayerChance,
  isOnlyMove,
  labelText,
} from "./evaluation";
import { analysisTexts } from "../i18n/analysis";

const seats = ["Black", "White"] as const;
const evaluation = (
  score: Evaluation["score"],
  win_chance: number,
  proven = false,
  points_margin?: number,
): Evaluation => ({
  score,
  win_chance,
  proven,
  ...(points_margin === undefined ? {} : { points_margin }),
  source: "search",
  depth: 9,
});
const words = (value: Evaluation, turn: "p1" | "p2", lang: "en" | "fr") =>
  evaluationText(value, turn, seats, analysisTexts.in(lang), lang);

describe("an evaluation", () => {
  it("is a winning chance unless it is proven", () => {
    expect(words(evaluation({ cp: 35 }, 0.617), "p2", "en")).toBe("White 62%");
    expect(words(evaluation({ cp: 35 }, 0.617), "p2", "fr")).toMatch(/^White 62\s%$/);
  });

  it("names the winner and the number of plies", () => {
    expect(words(evaluation({ mate: 3 }, 1, true), "p1", "en")).toBe("win for Black in 3 plies");
    expect(words(evaluation({ mate: -1 }, 0, true), "p1", "en")).toBe("win for White in 1 ply");
    expect(words(evaluation({ mate: -2 }, 0, true), "p2", "fr")).toBe("gain en 2 demi-coups (Black)");
  });

  it("names the margin in games decided by points", () => {
    expect(words(evaluation({ cp: 20130 }, 1, true, 13), "p1", "en")).toBe("win for Black by 13 points");
    expect(words(evaluation({ cp: -20010 }, 0, true, -1), "p1", "fr")).toBe("gain de 1 point (White)");
  });

  it("shows a result instead of a chance if it is proven", () => {
    expect(words(evaluation({ cp: 0 }, 0.5, true), "p1", "en")).toBe("draw");
    expect(words(evaluation({ cp: -20000 }, 0, true), "p1", "en")).toBe("win for White");
  });

  it("uses the same word for certainty as move labels", () => {
    const reviewed = (label: ReviewedMove["label"], proven?: boolean): ReviewedMove => ({
      ply: 1,
      player: "p1",
      move: "pr",
      label,
      ...(proven === undefined ? {} : { proven }),
      p1_win_chance: 0.5,
      best: null,
      line: [],
    });
    const [en, fr] = [analysisTexts.in("en"), analysisTexts.in("fr")];
    expect([true, false].map((proven) => certainty(proven, en))).toEqual(["proven", "estimated"]);
    expect([true, false].map((proven) => certainty(proven, fr))).toEqual(["prouvé", "estimé"]);
    expect(labelText(reviewed("blunder", true), en)).toBe("blunder (proven)");
    expect(labelText(reviewed("good"), fr)).toBe("bon (estimé)");
    expect(labelText(reviewed("forced"), en)).toBe("forced");
  });

  it("splits 100 % between both players", () => {
    expect(firstPlayerChance(evaluation({ cp: 0 }, 0.4), "p2")).toBeCloseTo(0.6);
    expect(bothChances(0.415, "en")).toEqual(["42%", "58%"]);
    expect(bothChances(1, "en")).toEqual(["100%", "0%"]);
  });
});

describe("an only move", () => {
  const estimate = (chance: number) => evaluation({ cp: 0 }, chance);

  it("is much better than the next one", () => {
    expect(isOnlyMove([estimate(0.6), estimate(0.34)])).toBe(true);
    expect(isOnlyMove([estimate(0.6), estimate(0.37)])).toBe(false);
    expect(isOnlyMove([evaluation({ cp: 0 }, 0.5, true), evaluation({ mate: -4 }, 0, true)])).toBe(true);
    expect(isOnlyMove([evaluation({ mate: 3 }, 1, true), evaluation({ mate: 5 }, 1, true)])).toBe(false);
  });

  it("is not known from one line", () => {
    expect(isOnlyMove([estimate(0.9)])).toBe(false);
    expect(isOnlyMove([])).toBe(false);
  });
});

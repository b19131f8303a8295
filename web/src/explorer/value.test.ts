import { describe, expect, it } from "vitest";
import { evaluationText } from "../analysis/evaluation";
import { analysisTexts } from "../i18n/analysis";
import type { Evaluation, Seat } from "../rules/types";
import { bookValue, finalValue, valueFromReply, tableValue } from "./value";

const text = (value: Evaluation, turn: Seat) =>
  evaluationText(value, turn, ["Light", "Dark"], analysisTexts.in("en"), "en");
const move = { move: "x", p1: 1, p2: 0, draws: 0, proven: true, plies: null, margin: null };

describe("values of moves", () => {
  it("are those of the book, for the player to move", () => {
    const estimated = { ...move, p1_chance: 0.6, proven: false };
    expect(text(bookValue(estimated, "p1"), "p1")).toBe("Light 60%");
    expect(text(bookValue(estimated, "p2"), "p2")).toBe("Dark 40%");
    expect(bookValue(estimated, "p2").proven).toBe(false);
    const won = { ...move, p1_chance: 1, plies: 9 };
    for (const turn of ["p1", "p2"] as const)
      expect(text(bookValue(won, turn), turn)).toBe("win for Light in 9 plies");
    const points = { ...move, p1_chance: 0, margin: -7 };
    for (const turn of ["p1", "p2"] as const)
      expect(text(bookValue(points, turn), turn)).toBe("win for Dark by 7 points");
    expect(text(bookValue({ ...move, p1_chance: 0.5 }, "p2"), "p2")).toBe("draw");
  });

  it("are those of a table", () => {
    expect(text(tableValue({ result: "win", plies: 33 }), "p1")).toBe("win for Light in 33 plies");
    expect(text(tableValue({ result: "loss", plies: 2 }), "p1")).toBe("win for Dark in 2 plies");
    expect(text(tableValue({ result: "draw", plies: null }), "p1")).toBe("draw");
    expect(text(tableValue({ result: "win", plies: null }), "p2")).toBe("win for Dark");
  });

  it("follow from the end of the game or from the reply", () => {
    expect(text(finalValue("p1", "p1"), "p1")).toBe("win for Light in 1 ply");
    expect(text(finalValue("p1", "p2"), "p2")).toBe("win for Light in 1 ply");
    expect(text(finalValue(null, "p2"), "p2")).toBe("draw");
    const lost: Evaluation = { score: { mate: -4 }, win_chance: 0, proven: true, source: "search", depth: 4 };
    expect(text(valueFromReply(lost, "p2", "p1"), "p1")).toBe("win for Light in 5 plies");
    // The same player moves again.
    expect(text(valueFromReply(lost, "p1", "p1"), "p1")).toBe("win for Dark in 5 plies");
    const points: Evaluation = { ...lost, score: { cp: 20_070 }, win_chance: 1, points_margin: 7 };
    expect(text(valueFromReply(points, "p2", "p1"), "p1")).toBe("win for Dark by 7 points");
    const even: Evaluation = { ...lost, score: { cp: 0 }, win_chance: 0.75, proven: false };
    expect(text(valueFromReply(even, "p2", "p1"), "p1")).toBe("Light 25%");
  });
});

import { describe, expect, it } from "vitest";
import { evaluationText } from "../analysis/evaluation";
import { analysisTexts } from "../i18n/analysis";
import type { Evaluation, Seat } from "../rules/types";
import { ofBook, ofEnd, ofReply, ofTable } from "./value";

const text = (value: Evaluation, turn: Seat) =>
  evaluationText(value, turn, ["Light", "Dark"], analysisTexts.in("en"), "en");
const move = { move: "x", p1: 1, p2: 0, draws: 0, proven: true, plies: null, margin: null };

describe("values of moves", () => {
  it("are those of the book, for the player to move", () => {
    const estimated = { ...move, p1_chance: 0.6, proven: false };
    expect(text(ofBook(estimated, "p1"), "p1")).toBe("Light 60%");
    expect(text(ofBook(estimated, "p2"), "p2")).toBe("Dark 40%");
    expect(ofBook(estimated, "p2").proven).toBe(false);
    const won = { ...move, p1_chance: 1, plies: 9 };
    for (const turn of ["p1", "p2"] as const)
      expect(text(ofBook(won, turn), turn)).toBe("win for Light in 9 plies");
    const points = { ...move, p1_chance: 0, margin: -7 };
    for (const turn of ["p1", "p2"] as const)
      expect(text(ofBook(points, turn), turn)).toBe("win for Dark by 7 points");
    expect(text(ofBook({ ...move, p1_chance: 0.5 }, "p2"), "p2")).toBe("draw");
  });

  it("are those of a table", () => {
    expect(text(ofTable({ result: "win", plies: 33 }), "p1")).toBe("win for Light in 33 plies");
    expect(text(ofTable({ result: "loss", plies: 2 }), "p1")).toBe("win for Dark in 2 plies");
    expect(text(ofTable({ result: "draw", plies: null }), "p1")).toBe("draw");
    expect(text(ofTable({ result: "win", plies: null }), "p2")).toBe("win for Dark");
  });

  it("follow from the end of the game or from the reply", () => {
    expect(text(ofEnd("p1", "p1"), "p1")).toBe("win for Light in 1 ply");
    expect(text(ofEnd("p1", "p2"), "p2")).toBe("win for Light in 1 ply");
    expect(text(ofEnd(null, "p2"), "p2")).toBe("draw");
    const lost: Evaluation = { score: { mate: -4 }, win_chance: 0, proven: true, source: "search", depth: 4 };
    expect(text(ofReply(lost, "p2", "p1"), "p1")).toBe("win for Light in 5 plies");
    // The same player moves again.
    expect(text(ofReply(lost, "p1", "p1"), "p1")).toBe("win for Dark in 5 plies");
    const points: Evaluation = { ...lost, score: { cp: 20_070 }, win_chance: 1, points_margin: 7 };
    expect(text(ofReply(points, "p2", "p1"), "p1")).toBe("win for Dark by 7 points");
    const even: Evaluation = { ...lost, score: { cp: 0 }, win_chance: 0.75, proven: false };
    expect(text(ofReply(even, "p2", "p1"), "p1")).toBe("Light 25%");
  });
});

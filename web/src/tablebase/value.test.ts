import { describe, expect, it } from "vitest";
import { compare, countBest, shortText, type Value } from "./value";
import { tablebaseTexts } from "../i18n/tablebase";

const win = (plies: number | null): Value => ({ result: "win", plies });
const loss = (plies: number | null): Value => ({ result: "loss", plies });
const draw: Value = { result: "draw", plies: null };

describe("tablebase values", () => {
  it("sort quick wins first and quick losses last", () => {
    const all = [loss(2), draw, win(9), loss(30), win(3), loss(null), win(null)];
    expect(all.sort(compare).map(shortText)).toEqual(["+3", "+9", "+", "=", "−", "−30", "−2"]);
  });

  it("are described in both languages", () => {
    expect([win(12), loss(1), draw, win(null)].map(tablebaseTexts.in("en").value)).toEqual([
      "win in 12 plies",
      "loss in 1 ply",
      "draw",
      "win",
    ]);
    expect([win(1), loss(9), draw, loss(null)].map(tablebaseTexts.in("fr").value)).toEqual([
      "gain en 1 demi-coup",
      "perte en 9 demi-coups",
      "nulle",
      "perte",
    ]);
  });

  it("count the moves that keep the best result", () => {
    const moves = (...values: Value[]) => values.map((value) => ({ value }));
    expect(countBest(moves(win(9), win(3), draw, loss(2)))).toBe(2);
    expect(countBest(moves(loss(2), draw))).toBe(1);
    expect(countBest([])).toBe(0);
  });
});

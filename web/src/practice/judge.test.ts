import { describe, expect, it } from "vitest";
import { snapshotOf } from "../../tests/snapshot";
import { finalStanding, isKept, isReached, mistakeOf, standingOf, type Standing } from "./judge";

const win = (plies: number | null): Standing => ({ result: 1, plies, margin: null });
const draw: Standing = { result: 0, plies: null, margin: null };
const loss: Standing = { result: -1, plies: 8, margin: null };
const unknown: Standing = { result: null, plies: null, margin: null };
const points = (margin: number): Standing => ({ result: margin > 0 ? 1 : -1, plies: null, margin });

describe("the standing in practice", () => {
  it("is that of the player who practises, on either turn", () => {
    const best = { move: "x", result: "win", plies: 5, margin: 9 } as const;
    expect(standingOf(best, "p1", "p1")).toEqual({ result: 1, plies: 5, margin: 9 });
    expect(standingOf(best, "p2", "p1")).toEqual({ result: -1, plies: 5, margin: -9 });
    expect(standingOf({ ...best, result: "draw", margin: 0 }, "p2", "p1")).toEqual({
      result: 0,
      plies: 5,
      margin: 0,
    });
    expect(standingOf(null, null, "p1")).toEqual(unknown);
  });

  it("is the outcome at the end", () => {
    const over = (winner: "p1" | "p2" | null) =>
      finalStanding({ ...snapshotOf("some", ""), outcome: { winner, reason: "" } }, "p2").result;
    expect([over("p1"), over("p2"), over(null)]).toEqual([-1, 1, 0]);
  });
});

describe("a move in practice", () => {
  const goal = { result: "win" } as const;

  it("makes a mistake if the result gets worse, or a win is no longer proven", () => {
    expect(mistakeOf(win(7), draw, goal)).toEqual({ kind: "result", after: 0 });
    expect(mistakeOf(win(7), loss, goal)).toEqual({ kind: "result", after: -1 });
    expect(mistakeOf(win(7), unknown, goal)).toEqual({ kind: "result", after: null });
    expect(mistakeOf(draw, loss, { result: "draw" })).toEqual({ kind: "result", after: -1 });
  });

  it("is right if the result stays, and only slow if the win takes longer", () => {
    expect(mistakeOf(win(7), win(6), goal)).toBeUndefined();
    expect(mistakeOf(win(7), win(8), goal)).toEqual({ kind: "slow", plies: 2 });
    expect(mistakeOf(win(null), win(null), goal)).toBeUndefined();
    expect(mistakeOf(draw, draw, { result: "draw" })).toBeUndefined();
    expect(mistakeOf(draw, unknown, { result: "draw" })).toBeUndefined();
    expect(mistakeOf(unknown, loss, goal)).toBeUndefined();
    expect(mistakeOf(loss, win(3), goal)).toBeUndefined();
  });

  it("gives away points of the margin where points are the goal", () => {
    const goal = { result: "points" } as const;
    expect(mistakeOf(points(9), points(3), goal)).toEqual({ kind: "margin", points: 6 });
    expect(mistakeOf(points(9), points(9), goal)).toBeUndefined();
    expect(mistakeOf(points(9), points(3), { result: "win" })).toBeUndefined();
  });

  it("decides with the others whether the goal is reached", () => {
    expect(isReached({ result: "win" }, win(0), 2)).toBe(true);
    expect(isReached({ result: "win" }, draw, 0)).toBe(false);
    expect(isReached({ result: "draw" }, draw, 0)).toBe(true);
    expect(isReached({ result: "draw" }, loss, 1)).toBe(false);
    expect(isReached({ result: "points" }, loss, 0)).toBe(true);
    expect(isReached({ result: "points" }, win(0), 1)).toBe(false);
  });

  it("is kept where a game by points was won all the same", () => {
    expect(isKept({ result: "points" }, win(0), 1)).toBe(true);
    expect(isKept({ result: "points" }, loss, 1)).toBe(false);
    expect(isKept({ result: "draw" }, loss, 1)).toBe(false);
  });
});

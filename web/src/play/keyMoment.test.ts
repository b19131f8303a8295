import { describe, expect, it } from "vitest";
import type { Label, Review, ReviewedMove, Seat } from "../rules/types";
import { keyMomentOf } from "./keyMoment.svelte";

const moves = (...labels: Label[]): ReviewedMove[] =>
  labels.map((label, index) => ({
    ...{ ply: index + 1, player: (index % 2 === 0 ? "p1" : "p2") as Seat, move: "", label },
    ...{ p1_win_chance: 0.5, best: "better", line: [] },
  }));
const review = (turning_points: number[], ...labels: Label[]) =>
  ({ moves: moves(...labels), turning_points }) as unknown as Review;

describe("the key moment of a game", () => {
  it("is the last win that was missed", () => {
    expect(keyMomentOf(review([2], "missed-win", "blunder", "missed-win", "good"))).toEqual({
      ...{ ply: 3, player: "p1", isMissedWin: true, proven: false, best: "better" },
    });
  });

  it("is the last costly move if no win was missed", () => {
    expect(keyMomentOf(review([2, 4], "good", "mistake", "good", "blunder"))).toEqual({
      ...{ ply: 4, player: "p2", isMissedWin: false, proven: false, best: "better" },
    });
  });

  it("is absent if nobody made a costly move", () => {
    expect(keyMomentOf(review([], "best", "good"))).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import type { Label, Review, ReviewedMove, Seat } from "../rules/types";
import { lossOf, mistakesOf, momentsOf } from "./moments";

const move = (ply: number, label: Label, loss?: number, best: string | null = "b"): ReviewedMove => ({
  ...{ ply, label, best, move: "m", line: [], p1_win_chance: 0.5 },
  player: (ply % 2 === 1 ? "p1" : "p2") as Seat,
  ...(loss !== undefined && { loss }),
});
const review = (...moves: ReviewedMove[]) => ({ moves, p1_win_chance: 0.5 }) as unknown as Review;
const plies = (moves: readonly ReviewedMove[]) => moves.map(({ ply }) => ply);

describe("the key moments of a review", () => {
  it("are the three most costly moves, in the order of the game", () => {
    const game = review(
      move(1, "blunder", 0.4),
      move(2, "inaccuracy", 0.06),
      move(3, "good", 0.02),
      move(4, "mistake", 0.2),
      move(5, "missed-win", 0.5),
    );
    expect(plies(momentsOf(game))).toEqual([1, 4, 5]);
  });

  it("include only moves that were found if there are few mistakes", () => {
    const game = review(move(1, "only", 0), move(2, "best", 0), move(3, "blunder", 0.3), move(4, "only", 0));
    expect(plies(momentsOf(game))).toEqual([1, 3, 4]);
  });

  it("are none in a game without either", () => {
    expect(momentsOf(review(move(1, "best", 0), move(2, "forced", 0)))).toEqual([]);
  });
});

describe("the loss of a move", () => {
  it("is that of the review, or the fall of the player's chances", () => {
    const first = { ...move(1, "blunder"), p1_win_chance: 0.2 };
    const second = { ...move(2, "blunder"), p1_win_chance: 0.9 };
    const game = review(first, second, move(3, "mistake", 0.15));
    expect(lossOf(game, first)).toBeCloseTo(0.3);
    expect(lossOf(game, second)).toBeCloseTo(0.7);
    expect(game.moves.map((one) => lossOf(game, one))[2]).toBe(0.15);
  });
});

describe("the mistakes to try again", () => {
  const game = review(move(1, "blunder", 0.4), move(2, "mistake", 0.2), move(3, "mistake", 0.2, null));

  it("are those of one player or of both", () => {
    expect(plies(mistakesOf(game, "p1"))).toEqual([1]);
    expect(plies(mistakesOf(game, "p2"))).toEqual([2]);
    expect(plies(mistakesOf(game, undefined))).toEqual([1, 2]);
  });
});

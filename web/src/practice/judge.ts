/** What a move in practice gives away, from what is proven before and after it. */
import type { BestMove, Seat, Snapshot } from "../rules/types";
import type { ResultGoal } from "../rules/puzzle";

/** What is proven about a position for the player who practises. */
export interface Standing {
  /** 1 for a win, 0 for a draw, -1 for a loss; null if nothing is proven. */
  readonly result: 1 | 0 | -1 | null;
  /** The plies to the end under perfect play, if they are known. */
  readonly plies: number | null;
  /** The final margin in points, if it is known. */
  readonly margin: number | null;
}

const RESULTS = { win: 1, draw: 0, loss: -1 } as const;
const UNKNOWN: Standing = { result: null, plies: null, margin: null };

/** The standing of a player, from the best move of the player to move. */
export function standingOf(best: BestMove | null, turn: Seat | null, side: Seat): Standing {
  if (!best) return UNKNOWN;
  const sign = turn === side ? 1 : -1;
  // The sum avoids a negative zero.
  const result = best.result === null ? null : ((sign * RESULTS[best.result] + 0) as 1 | 0 | -1);
  return { result, plies: best.plies, margin: best.margin === null ? null : sign * best.margin + 0 };
}

/** The standing at the end of a game. */
export function finalStanding({ outcome }: Snapshot, side: Seat): Standing {
  if (!outcome) return UNKNOWN;
  const result = outcome.winner === null ? 0 : outcome.winner === side ? 1 : -1;
  return { result, plies: 0, margin: null };
}

/** What a move gave away: the result, points of the final margin, or only time. */
export type Mistake =
  | { readonly kind: "result"; readonly after: Standing["result"] }
  | { readonly kind: "margin"; readonly points: number }
  | { readonly kind: "slow"; readonly plies: number };

/** Compares the standing before a move with that after it, at the opponent's turn or at the next own one. */
export function mistakeOf(before: Standing, after: Standing, goal: ResultGoal): Mistake | undefined {
  if (before.margin !== null && after.margin !== null && goal.result === "points") {
    const points = before.margin - after.margin;
    return points > 0 ? { kind: "margin", points } : undefined;
  }
  if (before.result === null) return undefined;
  // A win that is no longer proven counts as given away.
  if (after.result === null ? before.result === 1 : after.result < before.result)
    return { kind: "result", after: after.result };
  const isWin = before.result === 1 && after.result === 1;
  if (!isWin || before.plies === null || after.plies === null) return undefined;
  const plies = after.plies - (before.plies - 1);
  return plies > 0 ? { kind: "slow", plies } : undefined;
}

/** Whether a finished game has reached its goal. */
export const isReached = (goal: ResultGoal, end: Standing, mistakes: number): boolean => {
  if (goal.result === "points") return mistakes === 0;
  return end.result !== null && end.result >= (goal.result === "win" ? 1 : 0);
};

/** Whether the result of a finished game is kept: it reached its goal, or was won with fewer points than possible. */
export const isKept = (goal: ResultGoal, end: Standing, mistakes: number): boolean =>
  isReached(goal, end, mistakes) || (goal.result === "points" && end.result === 1);

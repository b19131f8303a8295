/** What a review is about: the moments that decided the game, and the mistakes to try again. */
import type { Review, ReviewedMove, Seat } from "../rules/types";
import { isBad } from "../analysis/annotations";

/** The number of moments that are listed. */
const MOMENTS = 3;

/** What a move gave away. Reviews of earlier versions only have the chances after each move. */
export function lossOf(review: Review, move: ReviewedMove): number {
  if (move.loss !== undefined) return move.loss;
  const before = review.moves[move.ply - 2]?.p1_win_chance ?? review.p1_win_chance;
  const fall = before - move.p1_win_chance;
  return Math.max(move.player === "p1" ? fall : -fall, 0);
}

/**
 * The key moments of a game in order: the moves that gave away the most and, if there are too few of them, only moves
 * that were found.
 */
export function momentsOf(review: Review, count = MOMENTS): ReviewedMove[] {
  const costly = review.moves
    .filter(({ label }) => isBad(label))
    .sort((one, two) => lossOf(review, two) - lossOf(review, one) || one.ply - two.ply);
  const found = review.moves.filter(({ label }) => label === "only");
  return [...costly, ...found].slice(0, count).sort((one, two) => one.ply - two.ply);
}

/** The moves to try again: those of one player, or of both. Only moves for which something better is known. */
export const mistakesOf = (review: Review, side: Seat | undefined): ReviewedMove[] =>
  review.moves.filter(
    ({ label, player, best }) =>
      isBad(label) && best !== null && best !== undefined && (side === undefined || player === side),
  );

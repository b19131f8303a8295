/**
 * The rating of a solver without an account, kept on the device: Elo, with an attempt as a game against the puzzle. With an
 * account the server rates by Glicko-2, for the solver and for the puzzle.
 */

/** The rating before the first attempt, as on the server. */
export const FIRST_RATING = 1500;

/** How much an attempt counts: much at first, when little is known. */
const factor = (attempts: number): number => (attempts < 10 ? 60 : attempts < 30 ? 40 : 20);

/** The expected score against a puzzle, from 0 to 1. */
export const expectedScore = (rating: number, puzzle: number): number =>
  1 / (1 + 10 ** ((puzzle - rating) / 400));

/** The rating after an attempt; `attempts` is the number of rated attempts before it. */
export function rated(rating: number, attempts: number, puzzle: number, isSolved: boolean): number {
  const score = isSolved ? 1 : 0;
  return Math.round(rating + factor(attempts) * (score - expectedScore(rating, puzzle)));
}

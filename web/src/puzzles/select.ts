/** Which puzzle comes next, as in `crates/puzzles/src/select.rs`. */
import type { Puzzle } from "../rules/puzzle";

/** How far from the wanted rating the candidates are at first; the window doubles until there are enough. */
const WINDOW = 60;
/** The number of candidates from which one is drawn. */
const ENOUGH = 8;

/** A puzzle of about a rating, drawn from those that are open; `random` gives numbers from 0 to below 1. */
export function nextPuzzle(
  open: readonly Puzzle[],
  rating: number,
  random: () => number = Math.random,
): Puzzle | undefined {
  if (open.length === 0) return undefined;
  for (let window = WINDOW; ; window *= 2) {
    const near = open.filter((puzzle) => Math.abs(puzzle.rating - rating) <= window);
    if (near.length >= Math.min(ENOUGH, open.length)) return near[Math.floor(random() * near.length)];
  }
}

/** By how many rating points each puzzle of a run is harder than the one before. */
export const RATING_STEP = { streak: 45, timed: 25 } as const;

/** The next puzzle of a run: the first ones are the easiest of the collection, and each is a little harder. */
export function nextOfRun(
  puzzles: readonly Puzzle[],
  seen: ReadonlySet<string>,
  climb: number,
  random: () => number = Math.random,
): Puzzle | undefined {
  const easiest = Math.min(...puzzles.map(({ rating }) => rating));
  const open = puzzles.filter(({ id }) => !seen.has(id));
  return nextPuzzle(open, easiest + climb * seen.size, random);
}

/**
 * The next puzzle of the rated stream: one that was not tried yet. Once all have been tried, those that were not solved
 * come again, then all; `skipped` is the one that was shown last.
 */
export function nextOfStream(
  puzzles: readonly Puzzle[],
  attempts: ReadonlyMap<string, boolean>,
  rating: number,
  skipped: string | undefined,
  random: () => number = Math.random,
): Puzzle | undefined {
  const rest = puzzles.length > 1 ? puzzles.filter(({ id }) => id !== skipped) : puzzles;
  const untried = rest.filter(({ id }) => !attempts.has(id));
  const unsolved = rest.filter(({ id }) => attempts.get(id) === false);
  const open = untried.length > 0 ? untried : unsolved.length > 0 ? unsolved : rest;
  return nextPuzzle(open, rating, random);
}

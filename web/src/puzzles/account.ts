/** The progress of a solver with an account, together with what was solved on this device before logging in. */
import { GAME_IDS } from "../games";
import { api } from "../net/api";
import { me } from "../net/me.svelte";
import { loadProgress, saveProgress, withAttempt, withSent } from "./progress";
import type { Puzzle } from "../rules/puzzle";

/** The most attempts that the server takes at once. */
const BATCH = 500;

/** Moves the attempts of this device into the account. */
async function sendAttempts(game: string): Promise<void> {
  const unsent = loadProgress(game).attempts.filter(({ isSent }) => !isSent);
  for (let start = 0; start < unsent.length; start += BATCH) {
    const batch = unsent.slice(start, start + BATCH);
    await api.addPuzzleProgress(batch.map(({ id, solved, at }) => ({ id, solved, at })));
    saveProgress(game, withSent(loadProgress(game), new Set(batch.map(({ id }) => id))));
  }
}

/** Moves the attempts of all games into the account, after logging in. What fails now is moved with the next puzzle. */
export async function sendAllAttempts(): Promise<void> {
  await Promise.all(GAME_IDS.map((game) => sendAttempts(game).catch(() => undefined)));
}

/** What is known of a solver in a game. */
export interface Solver {
  readonly rating: number;
  /** Whether the first attempt at each tried puzzle, or a later one, succeeded. */
  readonly attempts: ReadonlyMap<string, boolean>;
  /** Whether it is the solver of an account. */
  readonly hasAccount: boolean;
}

/** The solver of this device. */
function deviceSolver(game: string): Solver {
  const { rating, attempts } = loadProgress(game);
  return { rating, attempts: new Map(attempts.map(({ id, solved }) => [id, solved])), hasAccount: false };
}

/** The solver of the account or, without an account or a connection, of this device. */
export async function loadSolver(game: string): Promise<Solver> {
  const here = deviceSolver(game);
  await me.load();
  if (!me.hasAccount) return here;
  try {
    await sendAttempts(game);
    const { ratings, attempts } = await api.puzzleProgress(game);
    return {
      rating: ratings.find((rating) => rating.game === game)?.rating ?? here.rating,
      // Those of this device are among them, unless another account has them.
      attempts: new Map(attempts.map(({ id, solved }) => [id, solved])),
      hasAccount: true,
    };
  } catch {
    return here;
  }
}

export interface RatingChange {
  readonly before: number;
  readonly after: number;
}

/**
 * Keeps an attempt at a puzzle, and has the server rate it if there is an account. `moves` are those of the solver.
 * Without a rating, as at a further attempt, the change is undefined.
 */
export async function recordAttempt(
  puzzle: Puzzle,
  moves: readonly string[],
  isSolved: boolean,
): Promise<RatingChange | undefined> {
  const { game, id } = puzzle;
  const old = loadProgress(game);
  const progress = withAttempt(old, puzzle, isSolved, Date.now());
  saveProgress(game, progress);
  const isFirst = progress.attempts.length > old.attempts.length;
  const onDevice = isFirst ? { before: old.rating, after: progress.rating } : undefined;
  if (!me.hasAccount) return onDevice;
  try {
    const { rated } = await api.attemptPuzzle(id, moves, !isSolved);
    saveProgress(game, withSent(loadProgress(game), new Set([id])));
    return rated ? { before: Math.round(rated.before), after: Math.round(rated.after.rating) } : undefined;
  } catch {
    // Offline: it is moved into the account later, unrated there.
    return onDevice;
  }
}

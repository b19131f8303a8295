/** The results of a solver on this device, per game. They are moved into the account after logging in (`account.ts`). */
import { read, write } from "../storage";
import { FIRST_RATING, rated } from "./rating";

export interface Attempt {
  /** The id of the puzzle. */
  readonly id: string;
  /** Whether the first attempt or a later one succeeded. */
  readonly solved: boolean;
  /** When the first one was made, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the account has it too. */
  readonly isSent?: true;
}

export interface Progress {
  readonly rating: number;
  readonly attempts: readonly Attempt[];
  /** The most puzzles solved in a row in a streak. */
  readonly bestStreak: number;
  /** The most puzzles solved in three minutes. */
  readonly bestTimed: number;
}

const NONE: Progress = { rating: FIRST_RATING, attempts: [], bestStreak: 0, bestTimed: 0 };

/** What is saved, whatever an earlier version or another program has left there. */
export function progressOf(saved: unknown): Progress {
  if (saved === null || typeof saved !== "object") return NONE;
  const { rating, attempts, bestStreak, bestTimed } = saved as Partial<Record<keyof Progress, unknown>>;
  const number = (value: unknown, otherwise: number) =>
    typeof value === "number" && Number.isFinite(value) ? value : otherwise;
  const isAttempt = (value: unknown): value is Attempt => {
    const { id, solved, at } = (value ?? {}) as Partial<Attempt>;
    return typeof id === "string" && typeof solved === "boolean" && typeof at === "number";
  };
  return {
    rating: number(rating, NONE.rating),
    attempts: Array.isArray(attempts) ? attempts.filter(isAttempt) : [],
    bestStreak: number(bestStreak, 0),
    bestTimed: number(bestTimed, 0),
  };
}

const nameOf = (game: string) => `puzzles.${game}`;

export const loadProgress = (game: string): Progress => progressOf(read<unknown>(nameOf(game)));

export const saveProgress = (game: string, progress: Progress): void => write(nameOf(game), progress);

/** Adds an attempt at a puzzle. The first one is rated; a later one can only solve the puzzle, which is sent to the account again. */
export function withAttempt(
  progress: Progress,
  puzzle: { readonly id: string; readonly rating: number },
  solved: boolean,
  at: number,
): Progress {
  const { attempts, rating } = progress;
  const known = attempts.findIndex(({ id }) => id === puzzle.id);
  const first = attempts[known];
  if (!first)
    return {
      ...progress,
      rating: rated(rating, attempts.length, puzzle.rating, solved),
      attempts: [...attempts, { id: puzzle.id, solved, at }],
    };
  if (first.solved || !solved) return progress;
  return { ...progress, attempts: attempts.with(known, { id: first.id, solved, at: first.at }) };
}

/** Marks attempts as known to the account. */
export function withSent(progress: Progress, ids: ReadonlySet<string>): Progress {
  const attempts = progress.attempts.map((attempt): Attempt =>
    ids.has(attempt.id) ? { ...attempt, isSent: true } : attempt,
  );
  return { ...progress, attempts };
}

/** Keeps the best result of a run. */
export function withRun(progress: Progress, mode: "streak" | "timed", solved: number): Progress {
  return mode === "streak"
    ? { ...progress, bestStreak: Math.max(progress.bestStreak, solved) }
    : { ...progress, bestTimed: Math.max(progress.bestTimed, solved) };
}

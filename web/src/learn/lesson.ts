/** Lessons: a position, a task, and the moves that fulfil it. What is legal and what it leads to, the rules say. */
import type { Place } from "../rules/client";
import type { Snapshot } from "../rules/types";
import type { Lang } from "../i18n/index.svelte";

export type Words = Readonly<Record<Lang, string>>;

/** The world around a move that somebody tries. */
export interface Trial {
  readonly move: string;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** What the position is after answers to the move. */
  readonly show: (...answers: string[]) => Promise<Snapshot>;
}

export type Goal = (trial: Trial) => boolean | Promise<boolean>;

export interface Step {
  readonly position: string;
  readonly variant?: readonly string[];
  /** What to do, in a sentence or two. */
  readonly task: Words;
  readonly goal: Goal;
  /** What was learned by it. */
  readonly done: Words;
  /** Help after a move that is legal and not what was asked for. */
  readonly hint: Words;
}

export type Lesson = readonly Step[];

/** One of these moves. */
export const one =
  (...moves: readonly string[]): Goal =>
  ({ move }) =>
    moves.includes(move);

/** A move that is written so. */
export const like =
  (text: RegExp): Goal =>
  ({ move }) =>
    text.test(move);

/** A move that wins the game at once. */
export const wins: Goal = ({ before, after }) =>
  after.outcome !== null && after.outcome.winner === before.turn;

/** A move after which the opponent cannot win at once. */
export const holds: Goal = async ({ before, after, show }) => {
  if (after.outcome) return after.outcome.winner === before.turn;
  for (const answer of after.legal) {
    const { outcome } = await show(answer);
    if (outcome && outcome.winner !== null && outcome.winner !== before.turn) return false;
  }
  return true;
};

/** Whether a move fulfils the task of a step; the move must be legal. */
export async function fulfils(
  step: Step,
  game: string,
  move: string,
  before: Snapshot,
  look: (place: Place) => Promise<Snapshot>,
): Promise<boolean> {
  const show = (...answers: string[]) => look({ ...placeOf(step, game), moves: [move, ...answers] });
  return step.goal({ move, before, after: await show(), show });
}

export function placeOf(step: Step, game: string): Place {
  return { game, position: step.position, variant: step.variant ?? [] };
}

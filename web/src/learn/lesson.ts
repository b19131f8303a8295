/** Lessons: steps with a position, a task and a check of the move. Legality and results come from the rules. */
import type { PositionSpec } from "../rules/client";
import type { Snapshot } from "../rules/types";
import type { Lang } from "../i18n/index.svelte";

export type Words = Readonly<Record<Lang, string>>;

/** A move tried in a lesson, with the positions before and after it. */
export interface LessonMove {
  readonly move: string;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** The position after the move and these replies. */
  readonly show: (...answers: string[]) => Promise<Snapshot>;
}

export type LessonCheck = (trial: LessonMove) => boolean | Promise<boolean>;

export interface LessonStep {
  readonly position: string;
  readonly variant?: readonly string[];
  /** The places that the task speaks of: they glow until the first move. Named as the rules name them. */
  readonly look: readonly string[];
  /** The task in a sentence or two. */
  readonly task: Words;
  /** Whether a legal move solves the step. */
  readonly check: LessonCheck;
  /** The explanation after the right move. */
  readonly done: Words;
  /** The hint after a legal move that does not solve the step. */
  readonly hint: Words;
}

export type Lesson = readonly LessonStep[];

/** One of these moves. */
export const exactMove =
  (...moves: readonly string[]): LessonCheck =>
  ({ move }) =>
    moves.includes(move);

/** A move whose notation matches. */
export const moveMatching =
  (text: RegExp): LessonCheck =>
  ({ move }) =>
    text.test(move);

/** A move that wins the game at once. */
export const wins: LessonCheck = ({ before, after }) =>
  after.outcome !== null && after.outcome.winner === before.turn;

/** A move after which the opponent cannot win at once. */
export const preventsLoss: LessonCheck = async ({ before, after, show }) => {
  if (after.outcome) return after.outcome.winner === before.turn;
  for (const answer of after.legal) {
    const { outcome } = await show(answer);
    if (outcome && outcome.winner !== null && outcome.winner !== before.turn) return false;
  }
  return true;
};

/** Whether a legal move solves a step. */
export async function solves(
  step: LessonStep,
  game: string,
  move: string,
  before: Snapshot,
  show: (spec: PositionSpec) => Promise<Snapshot>,
): Promise<boolean> {
  const after = (...answers: string[]) => show({ ...specOf(step, game), moves: [move, ...answers] });
  return step.check({ move, before, after: await after(), show: after });
}

/** A move that solves a step. */
export async function solutionOf(
  step: LessonStep,
  game: string,
  before: Snapshot,
  show: (spec: PositionSpec) => Promise<Snapshot>,
): Promise<string | undefined> {
  for (const move of before.legal) if (await solves(step, game, move, before, show)) return move;
  return undefined;
}

export function specOf(step: LessonStep, game: string): PositionSpec {
  return { game, position: step.position, variant: step.variant ?? [] };
}

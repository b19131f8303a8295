/** Lessons: steps with a position, a task and a goal. Legality and results come from the rules. */
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

export type LessonGoal = (trial: LessonMove) => boolean | Promise<boolean>;

export interface LessonStep {
  readonly position: string;
  readonly variant?: readonly string[];
  /** The places that the task speaks of: they glow until the first move. Named as the rules name them. */
  readonly look: readonly string[];
  /** The task in a sentence or two. */
  readonly task: Words;
  readonly goal: LessonGoal;
  /** The explanation after the right move. */
  readonly done: Words;
  /** The hint after a legal move that does not solve the step. */
  readonly hint: Words;
}

export type Lesson = readonly LessonStep[];

/** One of these moves. */
export const exactMove =
  (...moves: readonly string[]): LessonGoal =>
  ({ move }) =>
    moves.includes(move);

/** A move whose notation matches. */
export const moveMatching =
  (text: RegExp): LessonGoal =>
  ({ move }) =>
    text.test(move);

/** A move that wins the game at once. */
export const wins: LessonGoal = ({ before, after }) =>
  after.outcome !== null && after.outcome.winner === before.turn;

/** A move after which the opponent cannot win at once. */
export const preventsLoss: LessonGoal = async ({ before, after, show }) => {
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
  look: (place: PositionSpec) => Promise<Snapshot>,
): Promise<boolean> {
  const show = (...answers: string[]) => look({ ...specOf(step, game), moves: [move, ...answers] });
  return step.goal({ move, before, after: await show(), show });
}

/** A move that solves a step. */
export async function solutionOf(
  step: LessonStep,
  game: string,
  before: Snapshot,
  look: (place: PositionSpec) => Promise<Snapshot>,
): Promise<string | undefined> {
  for (const move of before.legal) if (await solves(step, game, move, before, look)) return move;
  return undefined;
}

export function specOf(step: LessonStep, game: string): PositionSpec {
  return { game, position: step.position, variant: step.variant ?? [] };
}

import type { About } from "../board/types";
import { loadResults } from "../practice/progress";
import { read, write } from "../storage";

type CourseAbout = Pick<About, "lessonSteps" | "lessonWin"> & { readonly id: string };

/** The indices of the lesson steps completed on this device. */
export function doneSteps(game: string): number[] {
  const saved = read<unknown>(`learn.${game}`);
  return Array.isArray(saved) ? saved.filter((step) => Number.isInteger(step)) : [];
}

export function saveDone(game: string, steps: readonly number[]): void {
  write(`learn.${game}`, steps);
}

/** A course: the steps of its lesson, then a certified win against the computer. */
export interface CourseProgress {
  readonly done: number;
  readonly all: number;
  /** Whether the win at the end has been achieved. */
  readonly isWon: boolean;
}

export function courseProgress({ id, lessonSteps = 0, lessonWin }: CourseAbout): CourseProgress {
  const isWon = lessonWin !== undefined && loadResults(id)[lessonWin] !== undefined;
  const wins = lessonWin === undefined ? 0 : 1;
  const steps = doneSteps(id).filter((step) => step < lessonSteps).length;
  return { done: steps + (isWon ? 1 : 0), all: lessonSteps + wins, isWon };
}

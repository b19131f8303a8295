import { read, write } from "../storage";

/** The indices of the lesson steps completed on this device. */
export function doneSteps(game: string): number[] {
  const saved = read<unknown>(`learn.${game}`);
  return Array.isArray(saved) ? saved.filter((step) => Number.isInteger(step)) : [];
}

export function saveDone(game: string, steps: readonly number[]): void {
  write(`learn.${game}`, steps);
}

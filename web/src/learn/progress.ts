import { read, write } from "../storage";

/** The indices of the lesson steps completed on this device. */
export function doneSteps(game: string): number[] {
  const kept = read<unknown>(`learn.${game}`);
  return Array.isArray(kept) ? kept.filter((step) => Number.isInteger(step)) : [];
}

export function keepDone(game: string, steps: readonly number[]): void {
  write(`learn.${game}`, steps);
}

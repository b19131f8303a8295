import { read, write } from "../storage";

/** The steps of a lesson that were done on this device, by their number from 0. */
export function doneSteps(game: string): number[] {
  const kept = read<unknown>(`learn.${game}`);
  return Array.isArray(kept) ? kept.filter((step) => Number.isInteger(step)) : [];
}

export function keepDone(game: string, steps: readonly number[]): void {
  write(`learn.${game}`, steps);
}

import { read, write } from "../storage";

/** The best result at a position: how many mistakes it took to reach the goal, or to win. */
export type Results = Readonly<Record<string, number>>;

/** The results on this device, by the id of the position. */
export function loadResults(game: string): Results {
  const saved = read<unknown>(`practice.${game}`);
  if (saved === null || typeof saved !== "object") return {};
  return Object.fromEntries(Object.entries(saved).filter(([, mistakes]) => Number.isInteger(mistakes)));
}

/** Keeps a result if it is the best one. */
export function saveResult(game: string, id: string, mistakes: number): void {
  const results = loadResults(game);
  write(`practice.${game}`, { ...results, [id]: Math.min(mistakes, results[id] ?? Infinity) });
}

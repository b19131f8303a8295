/** Exponential backoff with jitter, in milliseconds. */
const [MIN_DELAY, MAX_DELAY] = [500, 30_000];

/** `chance` is a random number from 0 to 1; it spreads the reconnections of many clients. */
export function backoff(failures: number, chance: number): number {
  const delay = Math.min(MIN_DELAY * 2 ** Math.max(failures - 1, 0), MAX_DELAY);
  return Math.round(delay * (0.5 + 0.5 * chance));
}

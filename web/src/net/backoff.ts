/** How long to wait before the next try: twice as long each time, never more than half a minute, never all at once. */
const [FIRST, MOST] = [500, 30_000];

/** `chance` is a number from 0 to 1, so that a thousand pages do not come back in the same instant. */
export function backoff(failures: number, chance: number): number {
  const longest = Math.min(FIRST * 2 ** Math.max(failures - 1, 0), MOST);
  return Math.round(longest * (0.5 + 0.5 * chance));
}

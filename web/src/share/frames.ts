/** Which positions of a game an animation shows, and for how long. */

/** Milliseconds per position. */
export const PACE = { move: 900, last: 3_000 };

/** More would make the file too large to send. */
export const MAX_FRAMES = 120;

/** The plies to show: all of them, or at equal distances and the last. */
export function plies(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / (MAX_FRAMES - 1)));
  const shown = [];
  for (let ply = 0; ply < count; ply += step) shown.push(ply);
  return [...shown, count];
}

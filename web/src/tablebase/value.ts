/** Tablebase values of positions and moves of solved games, looked up on the server or in a tablebase solved on the device. */
import type { TablebaseValueView } from "../net/schema";

/** The result with perfect play, for the player to move or the player who makes the move. */
export type Value = TablebaseValueView;

const RANKS = { win: 2, draw: 1, loss: 0 } as const;

/** Sorts the best value first: early wins before late ones, late losses before early ones. */
export function compare(a: Value, b: Value): number {
  if (a.result !== b.result) return RANKS[b.result] - RANKS[a.result];
  const [one, two] = [a.plies ?? Infinity, b.plies ?? Infinity];
  if (one === two) return 0;
  return one < two === (a.result === "win") ? -1 : 1;
}

/** The short form: `+12`, `−9`, `=`. */
export function shortText({ result, plies }: Value): string {
  return result === "draw" ? "=" : `${result === "win" ? "+" : "−"}${plies ?? ""}`;
}

/** How many of the moves keep the best result, whatever their distance. */
export function countBest(moves: readonly { readonly value: Value }[]): number {
  const [best] = moves.map(({ value }) => value).sort(compare);
  return moves.filter(({ value }) => value.result === best?.result).length;
}

/** What is certain of positions and moves, where a game is solved: the server has a table of every position. */
import type { Choices } from "../board/choices";

/** Who wins in the end and when, for whoever is to move or makes the move. */
export interface Value {
  readonly result: "win" | "draw" | "loss";
  readonly plies: number | null;
}

/** A position and all its moves, the best first, as the server tells them. */
export interface Truth {
  readonly position: string;
  readonly value: Value;
  readonly moves: readonly { readonly move: string; readonly value: Value }[];
}

const RANKS = { win: 2, draw: 1, loss: 0 } as const;

/** Which comes first when the best does: a win that is sooner, a loss that is later. */
export function compare(a: Value, b: Value): number {
  if (a.result !== b.result) return RANKS[b.result] - RANKS[a.result];
  const [one, two] = [a.plies ?? Infinity, b.plies ?? Infinity];
  if (one === two) return 0;
  return one < two === (a.result === "win") ? -1 : 1;
}

/** As short as it can be written: `+12`, `−9`, `=`. */
export function sign({ result, plies }: Value): string {
  return result === "draw" ? "=" : `${result === "win" ? "+" : "−"}${plies ?? ""}`;
}

/** What each next step of a move is worth: the best move that goes through it. */
export function worthOfSteps(
  choices: Choices,
  chosen: readonly string[],
  values: ReadonlyMap<string, Value>,
): Map<string, Value> {
  const worth = new Map<string, Value>();
  for (const { key } of choices.next(chosen)) {
    const moves = choices.moves([...chosen, key]);
    const [best] = moves.flatMap((move) => values.get(move) ?? []).sort(compare);
    if (best) worth.set(key, best);
  }
  return worth;
}

import { compare, type Value } from "../tablebase/value";
import type { Choices } from "./choices";

/** The value of each next step: that of the best move through it. */
export function stepValues(
  choices: Choices,
  chosen: readonly string[],
  values: ReadonlyMap<string, Value>,
): Map<string, Value> {
  const steps = new Map<string, Value>();
  for (const { key } of choices.next(chosen)) {
    const moves = choices.moves([...chosen, key]);
    const [best] = moves.flatMap((move) => values.get(move) ?? []).sort(compare);
    if (best) steps.set(key, best);
  }
  return steps;
}

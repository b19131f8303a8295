/** The move that places mean, so that the rules can explain why it is not possible. */
import type { Snapshot } from "../../rules/types";
import { parse } from "./notation";

export function attempt(chosen: readonly string[], key: string, snapshot: Snapshot): string | undefined {
  const { stacks } = parse(snapshot.position);
  const block = (pallet: string, to: string) => {
    const [slot = 1, level = 0] = pallet.slice(7).split(".").map(Number);
    return `${slot}-${to}x${(stacks[slot - 1]?.length ?? 0) - level}`;
  };
  if (key.startsWith("push:")) return `p${key.slice(5)}`;
  // Nothing can be moved at all: the reason is the same for every pallet.
  if (snapshot.legal.length === 1 && snapshot.legal[0] === "pass") return "pr";
  if (chosen[0]?.startsWith("pallet:")) {
    const to = key.startsWith("slot:") ? key.slice(5) : key.slice(7).split(".")[0];
    return to === undefined ? undefined : block(chosen[0], to);
  }
  // A pallet that may not be taken: with any other place, the rules explain why.
  if (key.startsWith("pallet:")) return block(key, key[7] === "1" ? "2" : "1");
  return undefined;
}

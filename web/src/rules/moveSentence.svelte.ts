/** What a move does, in words; answers to outdated requests are dropped. */
import { describe, type PositionSpec } from "./client";
import type { Snapshot } from "./types";

/** The position of a snapshot, for requests. */
export const specOf = ({ game, variant, position }: Snapshot): PositionSpec => ({ game, variant, position });

export class MoveSentence {
  /** The phrase, without capital and full stop; empty until it is known. */
  text = $state("");
  #latest = 0;

  /** Describes a move in the position before it. */
  async load(before: Snapshot | undefined, move: string | undefined, lang: string): Promise<void> {
    const request = ++this.#latest;
    const isKnown = before !== undefined && before.turn !== null && move !== undefined;
    const text = isKnown ? await describe(specOf(before), move, lang).catch(() => "") : "";
    if (request === this.#latest) this.text = text;
  }
}

/** What a move does, in words; answers to outdated requests are dropped. */
import { describe, specOf } from "./client";
import { LatestRequest } from "./latest.svelte";
import type { Snapshot } from "./types";

export class MoveSentence {
  readonly #latest = new LatestRequest<string>();

  /** The phrase, without capital and full stop; empty until it is known. */
  get text(): string {
    return this.#latest.value ?? "";
  }

  /** Describes a move in the position before it. */
  load(before: Snapshot | undefined, move: string | undefined, lang: string): Promise<void> {
    const isKnown = before !== undefined && before.turn !== null && move !== undefined;
    return this.#latest.update(isKnown ? describe(specOf(before), move, lang) : undefined);
  }
}

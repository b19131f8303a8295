/** A line of moves from the start of a game, to walk through its openings. */
import type { Lang } from "../i18n/index.svelte";
import { show, type PositionSpec } from "../rules/client";
import type { Snapshot } from "../rules/types";

export class OpeningLine {
  readonly #start: PositionSpec;
  moves = $state.raw<readonly string[]>([]);
  snapshot = $state.raw<Snapshot>();

  constructor(start: PositionSpec) {
    this.#start = start;
  }

  get spec(): PositionSpec {
    return { ...this.#start, moves: this.moves };
  }

  /** Loads the position in a language. */
  async refresh(lang: Lang): Promise<void> {
    const { moves } = this;
    const snapshot = await show(this.spec, lang);
    if (moves === this.moves) this.snapshot = snapshot;
  }

  /** Goes to a line. */
  async go(moves: readonly string[], lang: Lang): Promise<void> {
    this.moves = moves;
    await this.refresh(lang);
  }
}

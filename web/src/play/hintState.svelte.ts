/** A hint in two stages: first where to look and why, then the whole move with its likely reply. */
import { sentence } from "../i18n/phrases";
import type { Lang } from "../i18n/index.svelte";
import { hint, type Hint, type PositionSpec } from "../rules/client";
import type { Insight, InsightMark } from "../rules/insight";

export class HintState {
  #hint = $state.raw<Hint>();
  /** How much is shown: nothing, the idea, the move. */
  #stage = $state<0 | 1 | 2>(0);
  isLoading = $state(false);
  #latest = 0;

  get stage(): 0 | 1 | 2 {
    return this.#stage;
  }

  get move(): string | undefined {
    return this.#hint?.move;
  }

  get #shown(): Insight | undefined {
    return this.#stage === 0 ? undefined : this.#hint?.stages[this.#stage - 1];
  }

  /** The marks on the board: of the idea, or of the move and its likely reply. */
  get marks(): readonly InsightMark[] {
    const answer = this.#stage === 2 ? (this.#hint?.reply?.marks ?? []) : [];
    return [...(this.#shown?.marks ?? []), ...answer];
  }

  get text(): string {
    const words = [this.#shown?.text ?? "", this.#stage === 2 ? (this.#hint?.reply?.text ?? "") : ""];
    return words.filter(Boolean).map(sentence).join(" ");
  }

  /** Shows the next stage; the first one is loaded. */
  async next(spec: PositionSpec, lang: Lang): Promise<void> {
    if (this.isLoading || this.#stage === 2) return;
    if (this.#hint) {
      this.#stage = 2;
      return;
    }
    await this.#load(spec, lang, 1);
  }

  /** Shows the whole move at once. */
  async revealMove(spec: PositionSpec, lang: Lang): Promise<void> {
    await this.#load(spec, lang, 2);
  }

  /** Loads the hint and shows it up to a stage, at once: nothing else is said in between. */
  async #load(spec: PositionSpec, lang: Lang, stage: 1 | 2): Promise<void> {
    const request = ++this.#latest;
    this.isLoading = true;
    try {
      const found = await hint(spec, lang);
      if (request === this.#latest) [this.#hint, this.#stage] = [found, stage];
    } catch {
      // Stopped by a move.
    } finally {
      if (request === this.#latest) this.isLoading = false;
    }
  }

  clear(): void {
    this.#latest += 1;
    [this.#hint, this.#stage, this.isLoading] = [undefined, 0, false];
  }
}

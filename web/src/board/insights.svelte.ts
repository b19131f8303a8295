/** The marks and messages of the rules library for the move being entered. Outdated answers are dropped. */
import { previewMove, show, specOf, threats } from "../rules/client";
import type { Insight } from "../rules/insight";
import { LatestRequest } from "../rules/latest.svelte";
import type { Snapshot } from "../rules/types";

export class Insights {
  readonly #refused = new LatestRequest<Insight>();
  readonly #outcome = new LatestRequest<Insight>();
  readonly #threats = new LatestRequest<Insight>();
  readonly #preview = new LatestRequest<Snapshot>();

  /** Why the last attempt was refused. */
  get refused(): Insight | undefined {
    return this.#refused.value;
  }

  /** The effect of the move under the pointer. */
  get outcome(): Insight | undefined {
    return this.#outcome.value;
  }

  /** Immediate winning threats. */
  get threats(): Insight | undefined {
    return this.#threats.value;
  }

  /** The position after the unconfirmed move. */
  get preview(): Snapshot | undefined {
    return this.#preview.value;
  }

  explainRefusal(snapshot: Snapshot, move: string | undefined, lang: string): Promise<void> {
    return this.#refused.update(move === undefined ? undefined : previewMove(specOf(snapshot), move, lang));
  }

  loadOutcome(snapshot: Snapshot, move: string | undefined, lang: string): Promise<void> {
    return this.#outcome.update(move === undefined ? undefined : previewMove(specOf(snapshot), move, lang));
  }

  loadThreats(snapshot: Snapshot | undefined, lang: string): Promise<void> {
    return this.#threats.update(snapshot === undefined ? undefined : threats(specOf(snapshot), lang));
  }

  loadPreview(snapshot: Snapshot, move: string | undefined, lang: string): Promise<void> {
    return this.#preview.update(move === undefined ? undefined : show(specOf(snapshot, [move]), lang));
  }
}

/** The marks and messages of the rules library for the move being entered. Outdated answers are dropped. */
import { capitalize } from "./format";
import { previewMove, show, threats, type PositionSpec } from "../rules/client";
import type { Insight } from "../rules/insight";
import type { Snapshot } from "../rules/types";

/** Keeps the answer to the latest request only. */
class LatestAnswer<T> {
  value = $state.raw<T>();
  #latest = 0;

  async update(request: Promise<T> | undefined): Promise<void> {
    const number = ++this.#latest;
    if (request === undefined) {
      this.value = undefined;
      return;
    }
    try {
      const answer = await request;
      if (number === this.#latest) this.value = answer;
    } catch {
      // The rules refused the position: there is nothing to show.
      if (number === this.#latest) this.value = undefined;
    }
  }
}

const specOf = ({ game, variant, position }: Snapshot, moves: readonly string[] = []): PositionSpec => ({
  game,
  variant,
  position,
  moves,
});

export class Insights {
  readonly #refused = new LatestAnswer<Insight>();
  readonly #outcome = new LatestAnswer<Insight>();
  readonly #threats = new LatestAnswer<Insight>();
  readonly #preview = new LatestAnswer<Snapshot>();

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

/** Adds a capital and a full stop to a phrase of the rules library. */
export function sentence(text: string): string {
  return text === "" ? "" : `${capitalize(text)}.`;
}

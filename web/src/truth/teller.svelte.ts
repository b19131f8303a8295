/** Asks the server what is certain of the position on the board. */
import { api, wordsOf } from "../net/api";
import type { Snapshot } from "../rules/types";
import type { Truth, Value } from "./value";

export class Teller {
  #known = $state.raw<{ readonly about: Snapshot; readonly truth: Truth }>();
  /** Why nothing can be told, in words. */
  trouble = $state<string>();
  #asked: Snapshot | undefined;

  /** What is certain of this position, if that is known by now. */
  of(snapshot: Snapshot): Truth | undefined {
    return this.#known && isSame(this.#known.about, snapshot) ? this.#known.truth : undefined;
  }

  /** What its moves are worth. */
  values(snapshot: Snapshot): ReadonlyMap<string, Value> | undefined {
    const truth = this.of(snapshot);
    return truth && new Map(truth.moves.map(({ move, value }) => [move, value]));
  }

  /** Looks a position up; without one nothing is told any more. */
  async ask(about: Snapshot | undefined): Promise<void> {
    this.#asked = about;
    this.trouble = undefined;
    if (!about || this.of(about)) return;
    try {
      const truth = await api.truth(about.game, about.variant, about.position);
      if (about === this.#asked) this.#known = { about, truth };
    } catch (problem) {
      if (about === this.#asked) this.trouble = wordsOf(problem);
    }
  }
}

/** The same position under other rules is another one. */
function isSame(one: Snapshot, two: Snapshot): boolean {
  return (
    one.game === two.game && one.position === two.position && String(one.variant) === String(two.variant)
  );
}

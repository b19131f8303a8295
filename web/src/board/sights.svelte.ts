/** What the rules say about the board while a move is being made. Answers that come too late are dropped. */
import { capital } from "./words";
import { look, show, threats, type Place } from "../rules/client";
import type { Sight } from "../rules/sight";
import type { Snapshot } from "../rules/types";

/** Keeps the answer to the newest of many questions. */
class Latest<T> {
  value = $state.raw<T>();
  #asked = 0;

  async ask(question: Promise<T> | undefined): Promise<void> {
    const number = ++this.#asked;
    if (question === undefined) {
      this.value = undefined;
      return;
    }
    try {
      const answer = await question;
      if (number === this.#asked) this.value = answer;
    } catch {
      // The position is not one to play from, so there is nothing to be seen.
      if (number === this.#asked) this.value = undefined;
    }
  }
}

const placeOf = ({ game, variant, position }: Snapshot, moves: readonly string[] = []): Place => ({
  game,
  variant,
  position,
  moves,
});

export class Sights {
  readonly #refused = new Latest<Sight>();
  readonly #looked = new Latest<Sight>();
  readonly #threats = new Latest<Sight>();
  readonly #preview = new Latest<Snapshot>();

  /** Why the last attempt was refused. */
  get refused(): Sight | undefined {
    return this.#refused.value;
  }

  /** What the move would do that is pointed at. */
  get looked(): Sight | undefined {
    return this.#looked.value;
  }

  /** What could be won at once. */
  get threats(): Sight | undefined {
    return this.#threats.value;
  }

  /** The position after the move that waits for its confirmation. */
  get preview(): Snapshot | undefined {
    return this.#preview.value;
  }

  refuse(snapshot: Snapshot, move: string | undefined, lang: string): Promise<void> {
    return this.#refused.ask(move === undefined ? undefined : look(placeOf(snapshot), move, lang));
  }

  lookAt(snapshot: Snapshot, move: string | undefined, lang: string): Promise<void> {
    return this.#looked.ask(move === undefined ? undefined : look(placeOf(snapshot), move, lang));
  }

  seeThreats(snapshot: Snapshot | undefined, lang: string): Promise<void> {
    return this.#threats.ask(snapshot === undefined ? undefined : threats(placeOf(snapshot), lang));
  }

  foresee(snapshot: Snapshot, move: string | undefined, lang: string): Promise<void> {
    return this.#preview.ask(move === undefined ? undefined : show(placeOf(snapshot, [move]), lang));
  }
}

/** A sentence of the rules library as a sentence of the page: with a capital and a full stop. */
export function sentence(text: string): string {
  return text === "" ? "" : `${capital(text)}.`;
}

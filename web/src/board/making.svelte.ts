/** A move in the making: chosen step by step, complete, perhaps waiting for its confirmation. */
import { Choices } from "./choices";
import type { GameView } from "./types";
import type { Snapshot } from "../rules/types";
import { settings } from "../settings.svelte";

interface Table {
  readonly view: GameView;
  readonly snapshot: Snapshot;
  /** Whether the person at the board is to move. */
  readonly active: boolean;
}

interface Hears {
  /** A move was made. */
  readonly played: (move: string) => void;
  /** A move was attempted that is not possible; nothing, once something else is tried. */
  readonly refused: (move: string | undefined) => void;
  /** Something was chosen, and more must follow. */
  readonly chose: (key: string) => void;
}

export class Making {
  chosen = $state.raw<readonly string[]>([]);
  /** A complete move that waits for its confirmation. */
  waiting = $state<string | undefined>();
  readonly #table: () => Table;
  readonly #hears: Hears;
  readonly choices = $derived.by(() => {
    const { view, snapshot, active } = this.#table();
    return new Choices(active ? view.paths(snapshot) : []);
  });
  readonly next = $derived(this.waiting === undefined ? this.choices.next(this.chosen) : []);
  readonly marks = $derived(new Map(this.next.map((step) => [step.key, step.mark])));
  readonly shapes = $derived(this.next.filter((step) => step.mark === "shape").map((step) => step.key));

  constructor(table: () => Table, hears: Hears) {
    this.#table = table;
    this.#hears = hears;
  }

  /** What a place means now. */
  resolve(key: string): string {
    return this.#table().view.resolve?.(this.chosen, key) ?? key;
  }

  /** Takes a choice; what no legal move goes through is an attempt. */
  choose(key: string, isDrop = false): void {
    const { view, snapshot, active } = this.#table();
    if (!active) return;
    this.waiting = undefined;
    this.#hears.refused(undefined);
    const steps = this.choices.choose(this.chosen, key);
    if (steps) {
      this.chosen = steps;
      const move = this.choices.complete(steps);
      if (move !== undefined) this.finish(move);
      else this.#hears.chose(key);
      return;
    }
    // A place that begins another move: the person has changed their mind.
    const anew = this.chosen.length > 0 && !isDrop ? this.choices.choose([], key) : undefined;
    if (anew) {
      this.chosen = anew;
      this.#hears.chose(key);
      return;
    }
    const attempt = view.attempt(this.chosen, key, snapshot);
    this.chosen = [];
    if (attempt !== undefined) this.#hears.refused(attempt);
  }

  /** Lifts what a drag begins at; `false` if nothing does. */
  lift(key: string): boolean {
    const begun = this.chosen[0] === key ? [key] : this.choices.choose([], key);
    if (begun?.length !== 1 || this.choices.complete(begun) !== undefined) return false;
    this.waiting = undefined;
    this.#hears.refused(undefined);
    this.chosen = begun;
    return true;
  }

  finish(move: string): void {
    if (settings.confirm) {
      this.waiting = move;
      return;
    }
    this.reset();
    this.#hears.played(move);
  }

  confirm(): void {
    const move = this.waiting;
    this.reset();
    if (move !== undefined) this.#hears.played(move);
  }

  reset(): void {
    this.chosen = [];
    this.waiting = undefined;
    this.#hears.refused(undefined);
  }

  /** One stage back. */
  back(): void {
    this.waiting = undefined;
    this.#hears.refused(undefined);
    // What followed by itself goes with what it followed.
    const steps = this.chosen.slice(0, -1);
    const again = this.choices.choose(steps.slice(0, -1), steps.at(-1) ?? "");
    this.chosen = again && again.length >= this.chosen.length ? steps.slice(0, -1) : steps;
  }

  /** Whether a shape can be chosen now, or together with a place. */
  fits(place: string, shape: string): boolean {
    if (this.marks.has(shape)) return true;
    const steps = this.choices.choose(this.chosen, this.resolve(place));
    return steps !== undefined && this.choices.next(steps).some((step) => step.key === shape);
  }

  /** The one move that is left once these are chosen as well. */
  only(keys: readonly string[]): string | undefined {
    let steps = this.chosen;
    for (const key of keys) {
      const more = this.choices.choose(steps, this.resolve(key));
      if (more === undefined) break;
      steps = more;
    }
    const moves = steps.length > 0 ? this.choices.moves(steps) : [];
    return moves.length === 1 ? moves[0] : undefined;
  }
}

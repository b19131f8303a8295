/** A move being entered step by step, until it is complete and, if required, confirmed. */
import { Choices } from "./choices";
import type { GameBoard } from "./types";
import type { Snapshot } from "../rules/types";
import { settings } from "../settings.svelte";

interface BoardState {
  readonly gameBoard: GameBoard;
  readonly snapshot: Snapshot;
  /** Whether the local player is to move. */
  readonly active: boolean;
}

interface Listeners {
  /** A move is complete. */
  readonly onMove: (move: string) => void;
  /** An illegal move was attempted; `undefined` clears the message. */
  readonly onRefused: (move: string | undefined) => void;
  /** A step was chosen and more must follow. */
  readonly onChoose: (key: string) => void;
}

export class MoveInput {
  chosen = $state.raw<readonly string[]>([]);
  /** A complete move that has to be confirmed. */
  unconfirmed = $state<string | undefined>();
  readonly #board: () => BoardState;
  readonly #listeners: Listeners;
  readonly choices = $derived.by(() => {
    const { gameBoard, snapshot, active } = this.#board();
    return new Choices(active ? gameBoard.paths(snapshot) : []);
  });
  readonly next = $derived(this.unconfirmed === undefined ? this.choices.next(this.chosen) : []);
  /** The next choices by their keys. */
  readonly targets = $derived(new Map(this.next.map((step) => [step.key, step.kind])));
  readonly shapes = $derived(this.next.filter((step) => step.kind === "shape").map((step) => step.key));

  constructor(board: () => BoardState, listeners: Listeners) {
    this.#board = board;
    this.#listeners = listeners;
  }

  /** The place meant by a key at this step. */
  resolve(key: string): string {
    return this.#board().gameBoard.resolve?.(this.chosen, key) ?? key;
  }

  /** Adds a step. If no legal move has it, the attempted move is reported. */
  choose(key: string, isDrop = false): void {
    const { gameBoard, snapshot, active } = this.#board();
    if (!active) return;
    this.unconfirmed = undefined;
    this.#listeners.onRefused(undefined);
    const steps = this.choices.choose(this.chosen, key);
    if (steps) {
      this.chosen = steps;
      const move = this.choices.complete(steps);
      if (move !== undefined) this.finish(move);
      else this.#listeners.onChoose(key);
      return;
    }
    // What is chosen already is put back.
    if (this.chosen.at(-1) === key && !isDrop) return this.back();
    // The place begins another move: start over with it.
    const restarted = this.chosen.length > 0 && !isDrop ? this.choices.choose([], key) : undefined;
    if (restarted) {
      this.chosen = restarted;
      this.#listeners.onChoose(key);
      return;
    }
    this.#refuse(gameBoard.attempt(this.chosen, key, snapshot));
  }

  #refuse(attempt: string | undefined): void {
    this.chosen = [];
    if (attempt !== undefined) this.#listeners.onRefused(attempt);
  }

  /** Adds a place and, if the input names one, its shape. A shape that is not possible there is refused. */
  chooseAt(place: string, shape: string | undefined, isDrop = false): void {
    const { gameBoard, snapshot, active } = this.#board();
    const to = this.resolve(place);
    if (active && shape !== undefined && !this.fits(place, shape)) {
      this.#refuse(gameBoard.attempt([...this.chosen, to], shape, snapshot));
      return;
    }
    this.choose(to, isDrop);
    if (shape !== undefined && this.targets.has(shape)) this.choose(shape, isDrop);
  }

  /** The shapes to choose from at a place. */
  shapesAt(place: string): string[] {
    const next = this.choices.next([...this.chosen, this.resolve(place)]);
    return next.filter(({ kind }) => kind === "shape").map(({ key }) => key);
  }

  /** Starts a drag at a place; `false` if nothing there can be dragged. */
  startDrag(key: string): boolean {
    const begun = this.chosen[0] === key ? [key] : this.choices.choose([], key);
    if (begun?.length !== 1 || this.choices.complete(begun) !== undefined) return false;
    this.unconfirmed = undefined;
    this.#listeners.onRefused(undefined);
    this.chosen = begun;
    return true;
  }

  /** Whether a place is a whole move, to be pulled or pushed at. */
  isWholeMove(key: string): boolean {
    return this.choices.complete([key]) !== undefined;
  }

  /** Whether a drag may start at a place. */
  isDraggable(key: string): boolean {
    return this.chosen.length === 0 ? this.targets.has(key) : this.chosen[0] === key;
  }

  finish(move: string): void {
    if (settings.confirm) {
      this.unconfirmed = move;
      return;
    }
    this.reset();
    this.#listeners.onMove(move);
  }

  confirm(): void {
    const move = this.unconfirmed;
    this.reset();
    if (move !== undefined) this.#listeners.onMove(move);
  }

  reset(): void {
    this.chosen = [];
    this.unconfirmed = undefined;
    this.#listeners.onRefused(undefined);
  }

  /** Goes one step back. */
  back(): void {
    this.unconfirmed = undefined;
    this.#listeners.onRefused(undefined);
    // Steps that were added automatically are removed with the step before them.
    const steps = this.chosen.slice(0, -1);
    const again = this.choices.choose(steps.slice(0, -1), steps.at(-1) ?? "");
    this.chosen = again && again.length >= this.chosen.length ? steps.slice(0, -1) : steps;
  }

  /** Whether a shape can be chosen now, or after a place. */
  fits(place: string, shape: string): boolean {
    if (this.targets.has(shape)) return true;
    const steps = this.choices.choose(this.chosen, this.resolve(place));
    // The only shape of a place is chosen with it.
    return (
      steps !== undefined &&
      (steps.includes(shape) || this.choices.next(steps).some((step) => step.key === shape))
    );
  }

  /** The only move left after these steps, if there is just one. */
  only(keys: readonly string[]): string | undefined {
    let steps = this.chosen;
    for (const key of keys) {
      // The only shape of a place is chosen with it.
      if (steps.length > this.chosen.length && steps.includes(key)) continue;
      const more = this.choices.choose(steps, this.resolve(key));
      if (more === undefined) return steps === this.chosen ? this.#onlyOf(steps) : undefined;
      steps = more;
    }
    return this.#onlyOf(steps);
  }

  #onlyOf(steps: readonly string[]): string | undefined {
    const moves = steps.length > 0 ? this.choices.moves(steps) : [];
    return moves.length === 1 ? moves[0] : undefined;
  }
}

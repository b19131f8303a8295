/** The engine beside a board: it follows the position, as long as it is wanted. */
import { stopThinking, think, type Place } from "../rules/client";
import type { Thought } from "../rules/types";
import { read, write } from "../storage";

const SECONDS = 8;
const MUCH_LONGER = 40;
/** Whoever leafs through a game does not wait for an engine at every page. */
const PATIENCE = 150;

interface Choices {
  readonly on: boolean;
  readonly lines: number;
}

export class Engine {
  #choices = $state<Choices>({ on: true, lines: 1, ...read<Partial<Choices>>("engine") });
  thought = $state.raw<Thought>();
  isThinking = $state(false);
  #place: Place | undefined;
  #question = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get on(): boolean {
    return this.#choices.on;
  }

  get lines(): number {
    return this.#choices.lines;
  }

  set on(on: boolean) {
    this.#choose({ ...this.#choices, on });
  }

  set lines(lines: number) {
    this.#choose({ ...this.#choices, lines });
  }

  #choose(choices: Choices): void {
    this.#choices = choices;
    write("engine", choices);
    this.follow(this.#place);
  }

  /** Thinks about a place; about none if there is nothing to think about. */
  follow(place: Place | undefined): void {
    this.rest();
    this.#place = place;
    if (!this.on || !place) return;
    this.#timer = setTimeout(() => void this.#think(place, SECONDS), PATIENCE);
  }

  /** Goes on where it stopped. */
  longer(): void {
    if (this.#place && this.on && !this.isThinking) void this.#think(this.#place, MUCH_LONGER);
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#question += 1;
    if (this.isThinking) stopThinking();
    this.isThinking = false;
    this.thought = undefined;
  }

  async #think(place: Place, seconds: number): Promise<void> {
    const question = this.#question;
    const news = (thought: Thought) => {
      if (question === this.#question && thought.lines.length > 0) this.thought = thought;
    };
    this.isThinking = true;
    try {
      news(await think(place, { time: seconds * 1000, lines: this.lines }, news));
    } catch {
      // Stopped: another position is on the board.
    } finally {
      if (question === this.#question) this.isThinking = false;
    }
  }
}

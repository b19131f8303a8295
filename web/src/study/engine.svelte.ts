/** The engine of the analysis board: it follows the position while it is switched on. */
import { stopThinking, think, type PositionSpec } from "../rules/client";
import type { SearchResult } from "../rules/types";
import { read, write } from "../storage";

const SECONDS = 8;
const EXTENDED_SECONDS = 40;
/** The delay before a search, so that stepping through moves does not start one each time. */
const DEBOUNCE_MS = 150;

interface Choices {
  readonly on: boolean;
  readonly lines: number;
}

export class Engine {
  #choices = $state<Choices>({ on: true, lines: 1, ...read<Partial<Choices>>("engine") });
  thought = $state.raw<SearchResult>();
  isThinking = $state(false);
  #place: PositionSpec | undefined;
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

  /** Searches a position; `undefined` stops. */
  follow(place: PositionSpec | undefined): void {
    this.rest();
    this.#place = place;
    if (!this.on || !place) return;
    this.#timer = setTimeout(() => void this.#think(place, SECONDS), DEBOUNCE_MS);
  }

  /** Extends the search of the current position. */
  longer(): void {
    if (this.#place && this.on && !this.isThinking) void this.#think(this.#place, EXTENDED_SECONDS);
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#question += 1;
    if (this.isThinking) stopThinking();
    this.isThinking = false;
    this.thought = undefined;
  }

  async #think(place: PositionSpec, seconds: number): Promise<void> {
    const question = this.#question;
    const onProgress = (thought: SearchResult) => {
      if (question === this.#question && thought.lines.length > 0) this.thought = thought;
    };
    this.isThinking = true;
    try {
      onProgress(await think(place, { time: seconds * 1000, lines: this.lines }, onProgress));
    } catch {
      // Stopped by a change of position.
    } finally {
      if (question === this.#question) this.isThinking = false;
    }
  }
}

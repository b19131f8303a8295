/** The engine of the analysis board: it follows the position while it is switched on. */
import { search, stopSearch, type PositionSpec } from "../rules/client";
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
  #choices = $state<Choices>({ on: true, lines: 2, ...read<Partial<Choices>>("engine") });
  result = $state.raw<SearchResult>();
  isSearching = $state(false);
  #place: PositionSpec | undefined;
  #request = 0;
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
    this.stop();
    this.#place = place;
    if (!this.on || !place) return;
    this.#timer = setTimeout(() => void this.#search(place, SECONDS), DEBOUNCE_MS);
  }

  /** Extends the search of the current position. */
  extend(): void {
    if (this.#place && this.on && !this.isSearching) void this.#search(this.#place, EXTENDED_SECONDS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#request += 1;
    if (this.isSearching) stopSearch();
    this.isSearching = false;
    this.result = undefined;
  }

  async #search(place: PositionSpec, seconds: number): Promise<void> {
    const request = this.#request;
    const onProgress = (result: SearchResult) => {
      if (request === this.#request && result.lines.length > 0) this.result = result;
    };
    this.isSearching = true;
    try {
      onProgress(await search(place, { time: seconds * 1000, lines: this.lines }, onProgress));
    } catch {
      // Stopped by a change of position.
    } finally {
      if (request === this.#request) this.isSearching = false;
    }
  }
}

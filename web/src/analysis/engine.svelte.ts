/** The engine of the analysis board: it follows the position while it is switched on. */
import { api, errorMessage } from "../net/api";
import { search, stopSearch, type PositionSpec } from "../rules/client";
import type { SearchResult } from "../rules/types";
import { read, write } from "../storage";

const SECONDS = 8;
const EXTENDED_SECONDS = 40;
/** The delay before a search, so that stepping through moves does not start one each time. */
const DEBOUNCE_MS = 150;

/** Where a search runs. */
export type EnginePlace = "device" | "server";

interface EngineSettings {
  readonly on: boolean;
  readonly lines: number;
  readonly place: EnginePlace;
}

/** A search of the server in the form of one on the device. */
async function searchOnServer(spec: PositionSpec, lines: number): Promise<SearchResult> {
  const { game, variant = [], position, moves = [] } = spec;
  const found = await api.analysePosition({
    game,
    variants: variant.join(","),
    ...(position === undefined ? {} : { position }),
    moves: moves.join(" "),
    lines,
  });
  return {
    ...found,
    seldepth: found.depth,
    lines: found.lines.map(({ evaluation: { cp, mate, ...rest }, moves }) => ({
      moves,
      evaluation: {
        ...rest,
        score: mate === null ? { cp: cp ?? 0 } : { mate },
        source: rest.source as SearchResult["lines"][number]["evaluation"]["source"],
      },
    })),
  };
}

export class Engine {
  #choices = $state<EngineSettings>({
    on: true,
    lines: 2,
    place: "device",
    ...read<Partial<EngineSettings>>("engine"),
  });
  result = $state.raw<SearchResult>();
  isSearching = $state(false);
  /** Why the server has no result. */
  error = $state<string>();
  #spec: PositionSpec | undefined;
  #request = 0;
  /** Where the running search runs. */
  #searching: EnginePlace | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get on(): boolean {
    return this.#choices.on;
  }

  get lines(): number {
    return this.#choices.lines;
  }

  get place(): EnginePlace {
    return this.#choices.place;
  }

  set place(place: EnginePlace) {
    this.#choose({ ...this.#choices, place });
  }

  set on(on: boolean) {
    this.#choose({ ...this.#choices, on });
  }

  set lines(lines: number) {
    this.#choose({ ...this.#choices, lines });
  }

  #choose(choices: EngineSettings): void {
    this.#choices = choices;
    write("engine", choices);
    this.analyse(this.#spec);
  }

  /** Searches a position; `undefined` stops. */
  analyse(spec: PositionSpec | undefined): void {
    this.stop();
    this.#spec = spec;
    if (!this.on || !spec) return;
    this.#timer = setTimeout(() => void this.#search(spec, SECONDS), DEBOUNCE_MS);
  }

  /** Extends the search of the current position. */
  extend(): void {
    if (this.#spec && this.on && !this.isSearching) void this.#search(this.#spec, EXTENDED_SECONDS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#request += 1;
    if (this.#searching === "device") stopSearch();
    this.#searching = undefined;
    this.isSearching = false;
    this.result = undefined;
    this.error = undefined;
  }

  async #search(spec: PositionSpec, seconds: number): Promise<void> {
    const request = this.#request;
    const onProgress = (result: SearchResult) => {
      if (request === this.#request && result.lines.length > 0) this.result = result;
    };
    const { place } = this;
    [this.isSearching, this.#searching] = [true, place];
    try {
      if (place === "server") onProgress(await searchOnServer(spec, this.lines));
      else onProgress(await search(spec, { time: seconds * 1000, lines: this.lines }, onProgress));
    } catch (error) {
      // A search on the device was stopped by a change of position.
      if (place === "server" && request === this.#request) this.error = errorMessage(error);
    } finally {
      if (request === this.#request) [this.isSearching, this.#searching] = [false, undefined];
    }
  }
}

/** What was played in a position: from the book or from the server, with the value of each move. */
import { api, errorMessage } from "../net/api";
import type { BookView } from "../net/schema";
import { version } from "../offline/version.svelte";
import { evaluate, show, specOf } from "../rules/client";
import type { Evaluation, Seat, Snapshot } from "../rules/types";
import { read, write } from "../storage";
import { deviceTablebase } from "../tablebase/device.svelte";
import { loadBook, type LoadedBook } from "./book";
import { hasRatings, SERVER_SOURCES, sourceOf, type Source } from "./source";
import { bookValue, finalValue, valueFromReply, tableValue } from "./value";

/** A move with the results of the games in which it was played. */
export interface PlayedMove {
  readonly move: string;
  readonly p1: number;
  readonly p2: number;
  readonly draws: number;
}

export const totalOf = ({ p1, p2, draws }: PlayedMove): number => p1 + p2 + draws;

/** What is known about a position. */
export interface Explored {
  readonly position: string;
  readonly moves: readonly PlayedMove[];
  /** How the book was made, if the moves are from it. */
  readonly effort?: BookView["effort"];
  /** Why there are no moves. */
  readonly missing?:
    "offline" | "book-missing" | "no-book" | "not-in-book" | "none" | { readonly error: string };
}

/** Nodes of a search for the value of a move that neither a table nor the book knows. */
export const VALUE_NODES = 20_000;

/** Moves that get a value of a search: the list may be long. */
const MAX_SEARCHED = 12;

interface Stored {
  readonly source?: unknown;
  readonly rating?: unknown;
}

export class ExplorerState {
  #source = $state<Source>("book");
  #rating = $state(0);
  explored = $state.raw<Explored>();
  /** The values of moves for the player to move. */
  values = $state.raw<ReadonlyMap<string, Evaluation>>(new Map());
  /** Whether some values come from searches on this device. */
  isSearched = $state(false);
  #latest = 0;

  constructor() {
    const { source, rating } = read<Stored>("explorer") ?? {};
    this.#source = sourceOf(source);
    this.#rating = typeof rating === "number" ? rating : 0;
  }

  get source(): Source {
    return this.#source;
  }

  set source(source: Source) {
    this.#source = source;
    this.#keep();
  }

  /** The smallest rating of both players; 0 for all games. */
  get rating(): number {
    return this.#rating;
  }

  set rating(rating: number) {
    this.#rating = rating;
    this.#keep();
  }

  #keep(): void {
    write("explorer", { source: this.#source, rating: this.#rating } satisfies Stored);
  }

  /** Looks up a position; undefined stops. */
  async load(snapshot: Snapshot | undefined, isSolved: boolean): Promise<void> {
    const request = ++this.#latest;
    if (!snapshot || snapshot.turn === null) {
      this.explored = undefined;
      return;
    }
    const book = await bookOf(snapshot);
    const explored = this.#source === "book" ? ofLoaded(snapshot, book) : await this.#ask(snapshot);
    if (request !== this.#latest) return;
    [this.explored, this.values, this.isSearched] = [explored, new Map(), false];
    const moves = explored.moves.map(({ move }) => move);
    await this.#evaluate(snapshot, snapshot.turn, moves, isSolved, book, () => request === this.#latest);
  }

  async #ask(snapshot: Snapshot): Promise<Explored> {
    const { game, variant, position } = snapshot;
    if (this.#source === "book" || !version.isOnline) return { position, moves: [], missing: "offline" };
    try {
      const rating = hasRatings(this.#source) ? this.#rating : 0;
      const found = await api.explorer(game, variant, position, SERVER_SOURCES[this.#source], rating);
      const { moves } = found;
      return { position, moves, ...(moves.length === 0 ? { missing: "none" } : {}) };
    } catch (problem) {
      return { position, moves: [], missing: { error: errorMessage(problem) } };
    }
  }

  /** Finds the values of moves: in a table if the game is solved, in the book, and otherwise by short searches. */
  async #evaluate(
    snapshot: Snapshot,
    turn: Seat,
    moves: readonly string[],
    isSolved: boolean,
    book: LoadedBook | undefined,
    isWanted: () => boolean,
  ): Promise<void> {
    const table = isSolved ? await tableOf(snapshot) : undefined;
    const inBook = new Map(book?.moves(snapshot.position)?.map((move) => [move.move, bookValue(move, turn)]));
    const known = new Map(
      moves.flatMap((move) => {
        const value = table?.get(move) ?? inBook.get(move);
        return value ? [[move, value] as const] : [];
      }),
    );
    if (!isWanted()) return;
    this.values = known;
    for (const move of moves.slice(0, MAX_SEARCHED)) {
      if (known.has(move)) continue;
      const value = await searched(snapshot, move, turn);
      if (!isWanted()) return;
      if (!value) continue;
      known.set(move, value);
      [this.values, this.isSearched] = [new Map(known), true];
    }
  }
}

/** The book of the base game; undefined if it cannot be loaded. */
const bookOf = ({ game, variant }: Snapshot): Promise<LoadedBook | undefined> =>
  variant.length > 0 ? Promise.resolve(undefined) : loadBook(game).catch(() => undefined);

function ofLoaded({ variant, position }: Snapshot, book: LoadedBook | undefined): Explored {
  if (variant.length > 0) return { position, moves: [], missing: "no-book" };
  if (!book) return { position, moves: [], missing: "book-missing" };
  const { effort } = book;
  const moves = book.moves(position);
  return moves ? { position, moves, effort } : { position, moves: [], effort, missing: "not-in-book" };
}

/** The exact values of all moves, from the device or the server; undefined if there are none now. */
async function tableOf(snapshot: Snapshot): Promise<ReadonlyMap<string, Evaluation> | undefined> {
  const probed = deviceTablebase.isSolved(snapshot)
    ? await deviceTablebase.probe(snapshot).catch(() => undefined)
    : version.isOnline
      ? await api.tablebase(snapshot.game, snapshot.variant, snapshot.position).catch(() => undefined)
      : undefined;
  return probed && new Map(probed.moves.map(({ move, value }) => [move, tableValue(value)]));
}

/** The value of a move by a short search on this device. */
async function searched(snapshot: Snapshot, move: string, turn: Seat): Promise<Evaluation | undefined> {
  const after = { ...specOf(snapshot), moves: [move] };
  try {
    const { turn: next, outcome } = await show(after, "en");
    if (outcome) return finalValue(outcome.winner, turn);
    const [line] = next === null ? [] : (await evaluate(after, VALUE_NODES)).lines;
    return line && next !== null ? valueFromReply(line.evaluation, next, turn) : undefined;
  } catch {
    return undefined;
  }
}

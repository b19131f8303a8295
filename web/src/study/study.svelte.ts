/** A game that is looked into: its tree of moves, where one is in it, and what is known of it. Kept on this device. */
import { readPgn, show, writePgn, writeRecord, type Place } from "../rules/client";
import type { Judged, Judgement, Seat, Snapshot } from "../rules/types";
import { read, write } from "../storage";
import type { Lang } from "../i18n/index.svelte";
import { recordOf, type GameRecord } from "./record";
import { nagOf } from "./signs";
import * as trees from "./tree";
import type { Path, Spot } from "./tree";

/** Where the moves begin. */
export interface Base {
  readonly game: string;
  readonly variant: readonly string[];
  readonly position?: string;
  readonly seed?: number;
}

export interface Content {
  readonly base: Base;
  readonly spot: Spot;
  /** Who played when, if it was read from a file: a record whose moves do not matter. */
  readonly record?: GameRecord;
  readonly judgement?: Judgement;
  /** The number of the game on the server, and whether it is still played. */
  readonly online?: {
    readonly id: string;
    readonly isOver: boolean;
    /** Whether the server has it from a file, and who brought it. */
    readonly imported?: { readonly by?: string };
  };
}

export class Study {
  readonly base: Base;
  readonly record: GameRecord | undefined;
  readonly online: Content["online"];
  spot = $state.raw<Spot>({ tree: trees.EMPTY, path: [] });
  snapshot = $state.raw<Snapshot>();
  /** The position before the last move on the board. */
  before = $state.raw<Snapshot>();
  judgement = $state.raw<Judgement>();
  readonly #slot: string;

  constructor(slot: string, { base, spot, record, judgement, online }: Content) {
    this.#slot = slot;
    this.base = base;
    this.record = record;
    this.online = online;
    this.spot = spot;
    this.judgement = judgement;
  }

  /** What was looked into last, of a game or of the server's games. */
  static kept(slot: string): Content | undefined {
    const kept = read<Content>(`analysis.${slot}`);
    return kept?.base?.game !== undefined && Array.isArray(kept.spot?.tree?.next) ? kept : undefined;
  }

  get path(): Path {
    return this.spot.path;
  }

  get moves(): string[] {
    return trees.movesTo(this.spot.tree, this.spot.path);
  }

  get mainLine(): string[] {
    return trees.mainLine(this.spot.tree);
  }

  place(moves: readonly string[] = this.moves): Place {
    return { ...this.base, moves };
  }

  /** The judgement of the move on the board, as long as it is one of the game that was judged. */
  get judged(): Judged | undefined {
    return trees.isMain(this.path) ? this.judgedAt(this.path.length - 1) : undefined;
  }

  /** The judgement of a move of the main line, by its number from 0. */
  judgedAt(index: number): Judged | undefined {
    return index < this.#known ? this.judgement?.moves[index] : undefined;
  }

  /** How many moves of the main line are still those that were judged. */
  #known = $derived.by(() => {
    const judged = this.judgement?.moves ?? [];
    const line = trees.mainLine(this.spot.tree);
    const other = line.findIndex((move, index) => judged[index]?.move !== move);
    return other < 0 ? line.length : other;
  });

  get isJudged(): boolean {
    return this.judgement !== undefined && this.#known === this.mainLine.length && this.#known > 0;
  }

  /** What the first player can hope for here, if that was judged. */
  get judgedChance(): number | undefined {
    if (this.path.length === 0) return this.judgement?.p1_win_chance;
    return this.judged?.p1_win_chance;
  }

  async refresh(lang: Lang): Promise<void> {
    const { spot } = this;
    const moves = this.moves;
    const [snapshot, before] = await Promise.all([
      show(this.place(moves), lang),
      moves.length > 0 ? show(this.place(moves.slice(0, -1)), lang) : undefined,
    ]);
    // Whoever has gone on in the meantime does not want to see this any more.
    if (spot !== this.spot) return;
    this.snapshot = snapshot;
    this.before = before;
  }

  keep(): void {
    const { base, spot, record, judgement, online } = this;
    const content: Content = {
      base,
      spot,
      ...(record ? { record: { ...record, moves: [] } } : {}),
      ...(judgement ? { judgement } : {}),
      ...(online ? { online } : {}),
    };
    write(`analysis.${this.#slot}`, content);
    write("analysis.last", base.game);
  }

  async #become(spot: Spot, lang: Lang): Promise<void> {
    this.spot = spot;
    this.keep();
    await this.refresh(lang);
  }

  go(path: Path, lang: Lang): Promise<void> {
    return this.#become({ ...this.spot, path }, lang);
  }

  play(move: string, lang: Lang): Promise<void> {
    return this.#become(trees.play(this.spot, move), lang);
  }

  /** Adds a line from a place and goes to its first move. */
  follow(path: Path, moves: readonly string[], lang: Lang): Promise<void> {
    const { tree } = trees.playAll({ ...this.spot, path }, moves);
    const first = moves[0];
    return this.#become(first === undefined ? this.spot : trees.play({ tree, path }, first), lang);
  }

  promote(lang: Lang): Promise<void> {
    return this.#become(trees.promote(this.spot), lang);
  }

  remove(lang: Lang): Promise<void> {
    return this.#become(trees.remove(this.spot), lang);
  }

  settle(judgement: Judgement): void {
    this.judgement = judgement;
    this.keep();
  }

  /** All of it as a game file: variations, signs and who played. */
  async pgn(lang: Lang): Promise<string> {
    const bare = this.record ?? (await readPgn(await writePgn(this.place([])), lang)).record;
    const sign = (index: number) => {
      const judged = this.judgedAt(index);
      return judged && nagOf(judged);
    };
    return writeRecord(recordOf(bare, this.spot.tree, sign), lang);
  }

  /** The names of the players, if the file says them. */
  name(seat: Seat): string | undefined {
    const name = this.record?.tags[seat === "p1" ? "White" : "Black"];
    return name === undefined || name === "?" || name === "" ? undefined : name;
  }
}

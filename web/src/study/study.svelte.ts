/** An analysis: the move tree, the current position and the review. Saved on this device. */
import { readPgn, show, writePgn, writeRecord, type PositionSpec } from "../rules/client";
import type { ReviewedMove, Review, Seat, Snapshot } from "../rules/types";
import { read, write } from "../storage";
import type { Lang } from "../i18n/index.svelte";
import { recordOf, type GameRecord } from "./record";
import { nagOf } from "./annotations";
import * as trees from "./tree";
import type { Path, Spot } from "./tree";

/** The starting position. */
export interface Base {
  readonly game: string;
  readonly variant: readonly string[];
  readonly position?: string;
  readonly seed?: number;
}

export interface Content {
  readonly base: Base;
  readonly spot: Spot;
  /** The tags of the file it was read from; its moves are ignored. */
  readonly record?: GameRecord;
  readonly judgement?: Review;
  /** The id of the game on the server, and whether it is in progress. */
  readonly online?: {
    readonly id: string;
    readonly isOver: boolean;
    /** Whether the game was imported, and by whom. */
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
  judgement = $state.raw<Review>();
  readonly #slot: string;

  constructor(slot: string, { base, spot, record, judgement, online }: Content) {
    this.#slot = slot;
    this.base = base;
    this.record = record;
    this.online = online;
    this.spot = spot;
    this.judgement = judgement;
  }

  /** The last analysis of a game, or of a game on the server. */
  static saved(slot: string): Content | undefined {
    const saved = read<Content>(`analysis.${slot}`);
    return saved?.base?.game !== undefined && Array.isArray(saved.spot?.tree?.next) ? saved : undefined;
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

  positionSpec(moves: readonly string[] = this.moves): PositionSpec {
    return { ...this.base, moves };
  }

  /** The review of the current move, if it belongs to the reviewed game. */
  get reviewed(): ReviewedMove | undefined {
    return trees.isMain(this.path) ? this.reviewAt(this.path.length - 1) : undefined;
  }

  /** The review of a main line move by its index. */
  reviewAt(index: number): ReviewedMove | undefined {
    return index < this.#known ? this.judgement?.moves[index] : undefined;
  }

  /** The number of main line moves that still match the review. */
  #known = $derived.by(() => {
    const reviewed = this.judgement?.moves ?? [];
    const line = trees.mainLine(this.spot.tree);
    const other = line.findIndex((move, index) => reviewed[index]?.move !== move);
    return other < 0 ? line.length : other;
  });

  get isJudged(): boolean {
    return this.judgement !== undefined && this.#known === this.mainLine.length && this.#known > 0;
  }

  /** The winning chance of the first player here, if reviewed. */
  get judgedChance(): number | undefined {
    if (this.path.length === 0) return this.judgement?.p1_win_chance;
    return this.reviewed?.p1_win_chance;
  }

  async refresh(lang: Lang): Promise<void> {
    const { spot } = this;
    const moves = this.moves;
    const [snapshot, before] = await Promise.all([
      show(this.positionSpec(moves), lang),
      moves.length > 0 ? show(this.positionSpec(moves.slice(0, -1)), lang) : undefined,
    ]);
    // Outdated: another refresh has started since.
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

  /** Adds a line at a position and goes to its first move. */
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

  setReview(judgement: Review): void {
    this.judgement = judgement;
    this.keep();
  }

  /** The analysis as PGN with variations, annotations and tags. */
  async pgn(lang: Lang): Promise<string> {
    const bare = this.record ?? (await readPgn(await writePgn(this.positionSpec([])), lang)).record;
    const sign = (index: number) => {
      const reviewed = this.reviewAt(index);
      return reviewed && nagOf(reviewed);
    };
    return writeRecord(recordOf(bare, this.spot.tree, sign), lang);
  }

  /** The names of the players, if the file has them. */
  name(seat: Seat): string | undefined {
    const name = this.record?.tags[seat === "p1" ? "White" : "Black"];
    return name === undefined || name === "?" || name === "" ? undefined : name;
  }
}

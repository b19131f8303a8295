/** An analysis: the move tree, the current position and the review. Saved on this device. */
import { readPgn, show, writePgn, writeRecord, type PositionSpec } from "../rules/client";
import type { GameRecord, ReviewedMove, Review, Seat, Snapshot } from "../rules/types";
import { read, write } from "../storage";
import type { Lang } from "../i18n/index.svelte";
import { recordOf } from "./record";
import { nagOf } from "./annotations";
import * as trees from "./tree";
import type { TreePath, TreeCursor } from "./tree";

/** The starting position. */
export interface Base {
  readonly game: string;
  readonly variant: readonly string[];
  readonly position?: string;
  readonly seed?: number;
}

export interface Content {
  readonly base: Base;
  readonly cursor: TreeCursor;
  /** The tags of the file it was read from; its moves are ignored. */
  readonly record?: GameRecord;
  readonly review?: Review;
  /** The id of the game on the server, and whether it is over. */
  readonly online?: {
    readonly id: string;
    readonly isOver: boolean;
    /** Whether the game was imported, and by whom. */
    readonly imported?: { readonly by?: string };
  };
  /** The seat of the user and the id of the game (`gameId`), if the user has played it. */
  readonly own?: { readonly side: Seat; readonly id: string };
}

/** An analysis as saved on this device. Earlier versions saved `cursor` as `spot` and `review` as `judgement`. */
type Saved = Partial<Content> & { readonly spot?: TreeCursor; readonly judgement?: Review };

export class Analysis {
  readonly base: Base;
  readonly record: GameRecord | undefined;
  readonly online: Content["online"];
  readonly own: Content["own"];
  cursor = $state.raw<TreeCursor>({ tree: trees.EMPTY, path: [] });
  snapshot = $state.raw<Snapshot>();
  /** The position before the last move on the board. */
  before = $state.raw<Snapshot>();
  review = $state.raw<Review>();
  readonly #save: (content: Content) => void;

  /** `saved` is where it is saved: under a name on this device, or by a function of the caller. */
  constructor(saved: string | ((content: Content) => void), content: Content) {
    const { base, cursor, record, review, online, own } = content;
    this.#save =
      typeof saved === "string"
        ? (content) => {
            write(`analysis.${saved}`, content);
            write("analysis.last", content.base.game);
          }
        : saved;
    this.base = base;
    this.record = record;
    this.online = online;
    this.own = own;
    this.cursor = cursor;
    this.review = review;
  }

  /** The last analysis of a game, or of a game on the server. */
  static saved(slot: string): Content | undefined {
    const { spot, judgement, ...known } = read<Saved>(`analysis.${slot}`) ?? {};
    const { base, cursor = spot, review = judgement, ...rest } = known;
    if (base?.game === undefined || !Array.isArray(cursor?.tree?.next)) return undefined;
    return { ...rest, base, cursor, ...(review ? { review } : {}) };
  }

  get path(): TreePath {
    return this.cursor.path;
  }

  get moves(): string[] {
    return trees.movesTo(this.cursor.tree, this.cursor.path);
  }

  get mainLine(): string[] {
    return trees.mainLine(this.cursor.tree);
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
    return index < this.#known ? this.review?.moves[index] : undefined;
  }

  /** The number of main line moves that still match the review. */
  #known = $derived.by(() => {
    const reviewed = this.review?.moves ?? [];
    const line = trees.mainLine(this.cursor.tree);
    const other = line.findIndex((move, index) => reviewed[index]?.move !== move);
    return other < 0 ? line.length : other;
  });

  get isReviewed(): boolean {
    return this.review !== undefined && this.#known === this.mainLine.length && this.#known > 0;
  }

  /** The winning chance of the first player here, if reviewed. */
  get reviewedChance(): number | undefined {
    if (this.path.length === 0) return this.review?.p1_win_chance;
    return this.reviewed?.p1_win_chance;
  }

  async refresh(lang: Lang): Promise<void> {
    const { cursor } = this;
    const moves = this.moves;
    const [snapshot, before] = await Promise.all([
      show(this.positionSpec(moves), lang),
      moves.length > 0 ? show(this.positionSpec(moves.slice(0, -1)), lang) : undefined,
    ]);
    // Outdated: another refresh has started since.
    if (cursor !== this.cursor) return;
    this.snapshot = snapshot;
    this.before = before;
  }

  save(): void {
    const { base, cursor, record, review, online, own } = this;
    const content: Content = {
      base,
      cursor,
      ...(record ? { record: { ...record, moves: [] } } : {}),
      ...(review ? { review } : {}),
      ...(online ? { online } : {}),
      ...(own ? { own } : {}),
    };
    this.#save(content);
  }

  async #setCursor(cursor: TreeCursor, lang: Lang): Promise<void> {
    this.cursor = cursor;
    this.save();
    await this.refresh(lang);
  }

  go(path: TreePath, lang: Lang): Promise<void> {
    return this.#setCursor({ ...this.cursor, path }, lang);
  }

  play(move: string, lang: Lang): Promise<void> {
    return this.#setCursor(trees.play(this.cursor, move), lang);
  }

  /** Adds a line at a position and goes to its first move. */
  addLine(path: TreePath, moves: readonly string[], lang: Lang): Promise<void> {
    const { tree } = trees.playAll({ ...this.cursor, path }, moves);
    const first = moves[0];
    return this.#setCursor(first === undefined ? this.cursor : trees.play({ tree, path }, first), lang);
  }

  promote(lang: Lang): Promise<void> {
    return this.#setCursor(trees.promote(this.cursor), lang);
  }

  remove(lang: Lang): Promise<void> {
    return this.#setCursor(trees.remove(this.cursor), lang);
  }

  /** What is written about the current move, or about the starting position. */
  get notes(): trees.Notes {
    return trees.notesAt(this.cursor);
  }

  annotate(notes: trees.Notes): void {
    this.cursor = trees.annotate(this.cursor, notes);
    this.save();
  }

  setReview(review: Review): void {
    this.review = review;
    this.save();
  }

  /** The analysis as a record with variations, annotations and tags, in both file formats. */
  async files(lang: Lang): Promise<{ readonly pgn: string; readonly json: string }> {
    const pgn = await this.pgn(lang);
    const { record } = await readPgn(pgn, lang);
    return { pgn, json: `${JSON.stringify([record], undefined, 2)}\n` };
  }

  /** The analysis as PGN. */
  async pgn(lang: Lang): Promise<string> {
    const bare = this.record ?? (await readPgn(await writePgn(this.positionSpec([])), lang)).record;
    const nagAt = (index: number) => {
      const reviewed = this.reviewAt(index);
      return reviewed && nagOf(reviewed);
    };
    return writeRecord(recordOf(bare, this.cursor.tree, nagAt), lang);
  }

  /** The names of the players, if the file has them. */
  name(seat: Seat): string | undefined {
    const name = this.record?.tags[seat === "p1" ? "White" : "Black"];
    return name === undefined || name === "?" || name === "" ? undefined : name;
  }
}

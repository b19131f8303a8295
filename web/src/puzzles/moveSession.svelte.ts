/** A line of moves from a proven position, shown on a board. */
import type { Lang } from "../i18n/index.svelte";
import type { PositionSpec } from "../rules/client";
import type { Snapshot } from "../rules/types";
import { Follower, type ShowOptions } from "../scene/follower";
import { Positions } from "../scene/positions.svelte";
import type { SceneQueue } from "../scene/sceneQueue.svelte";
import type { ProvenPosition } from "../rules/puzzle";

export abstract class MoveSession {
  readonly sceneQueue: SceneQueue;
  readonly positions = new Positions();
  readonly #start: ProvenPosition;
  readonly #follower: Follower;
  /** The language of the position on the board. */
  #lang: Lang | undefined;
  /** The plies of both players. */
  moves = $state.raw<readonly string[]>([]);
  /** The number of plies of the position on the board; fewer while looking back. */
  shown = $state(0);

  constructor(start: ProvenPosition, sceneQueue: SceneQueue) {
    this.#start = start;
    this.sceneQueue = sceneQueue;
    this.#follower = new Follower(sceneQueue);
  }

  /** Whether the player may move, apart from what is shown. */
  protected abstract get isOpen(): boolean;
  /** Whether other positions of the line may be shown now. */
  protected abstract get mayLook(): boolean;

  /** Whether a move can be made on the board. */
  get isActive(): boolean {
    return this.isOpen && this.shown === this.moves.length && !this.sceneQueue.isBusy;
  }

  /** The moves that have been shown on the board or are being shown. */
  get listed(): readonly string[] {
    return this.shown < this.moves.length
      ? this.moves
      : this.moves.slice(0, this.moves.length - this.sceneQueue.waiting);
  }

  /** The positions up to the one on the board. */
  get shownPositions(): readonly string[] {
    return this.positions.list.slice(0, this.shown + 1 - this.sceneQueue.waiting);
  }

  spec(moves: readonly string[] = this.moves): PositionSpec {
    const { game, variants, position } = this.#start;
    return { game, variant: variants, position, moves };
  }

  /** Replaces the line. The position after it, or undefined if another change came in between. */
  protected go(moves: readonly string[], lang: Lang, options: ShowOptions): Promise<Snapshot | undefined> {
    [this.moves, this.shown] = [moves, moves.length];
    this.#lang = lang;
    void this.positions.load(this.spec(moves));
    return this.#follower.showMoves(this.spec(moves), lang, options);
  }

  /** Shows the position again in another language. */
  async refresh(lang: Lang): Promise<void> {
    if (this.#lang === undefined || this.#lang === lang || this.sceneQueue.isBusy) return;
    this.#lang = lang;
    await this.#follower.showMoves(this.spec(this.moves.slice(0, this.shown)), lang, { isJump: true });
  }

  /** Shows an earlier or later position of the line. */
  async goTo(count: number, lang: Lang): Promise<void> {
    if (!this.mayLook) return;
    const shown = Math.min(Math.max(count, 0), this.moves.length);
    const isNext = shown === this.shown + 1;
    this.sceneQueue.skip();
    [this.shown, this.#lang] = [shown, lang];
    await this.#follower.showMoves(this.spec(this.moves.slice(0, shown)), lang, { isJump: !isNext });
  }
}

/** A game on this device, against the computer or on the same screen. It is saved and survives reloads. */
import { choose, hint, show, stopThinking, type PositionSpec } from "./rules/client";
import type { Seat, Snapshot } from "./rules/types";
import { sound } from "./sound";
import { read, write } from "./storage";
import type { Lang } from "./i18n/index.svelte";

export interface Setup {
  readonly game: string;
  readonly variant: readonly string[];
  /** The seed of the deal, for games with a deal. */
  readonly seed: number;
  /** The computer's level; undefined with two players. */
  readonly level: number | undefined;
  /** The seat of the local player. */
  readonly side: Seat;
}

interface SavedGame {
  readonly setup: Setup;
  readonly moves: readonly string[];
  readonly resigned?: Seat;
}

export const other = (seat: Seat): Seat => (seat === "p1" ? "p2" : "p1");

export const newSeed = (): number => Math.floor(Math.random() * 2 ** 32);

/** One game per opponent type is saved: against the computer and on the same screen. */
const storageKey = (game: string, isFriend: boolean) => `game.${game}.${isFriend ? "friend" : "computer"}`;

export class LocalGame {
  readonly setup: Setup;
  /** The number of the last refresh. */
  #lastRefresh = 0;
  /** All moves of the game. */
  moves = $state<string[]>([]);
  /** The number of moves shown on the board; fewer than all while reviewing. */
  shown = $state(0);
  snapshot = $state<Snapshot>();
  /** The position before the last move on the board. */
  before = $state<Snapshot>();
  thinking = $state(false);
  resigned = $state<Seat>();
  /** The hint of the computer: first an idea, then the move. */
  advice = $state<{ readonly move: string; readonly first: string; readonly answer: string }>();
  isAdvising = $state(false);

  constructor(setup: Setup, moves: readonly string[] = [], resigned?: Seat) {
    this.setup = setup;
    this.moves = [...moves];
    this.shown = moves.length;
    this.resigned = resigned;
  }

  /** The saved game, if there is one. */
  static resume(game: string, isFriend: boolean): LocalGame | undefined {
    const saved = read<SavedGame>(storageKey(game, isFriend));
    return saved === undefined ? undefined : new LocalGame(saved.setup, saved.moves, saved.resigned);
  }

  positionSpec(count = this.shown): PositionSpec {
    const { game, variant, seed } = this.setup;
    return { game, variant, seed, moves: this.moves.slice(0, count) };
  }

  get isReviewing(): boolean {
    return this.shown < this.moves.length;
  }

  get last(): string | undefined {
    return this.moves[this.shown - 1];
  }

  get isOver(): boolean {
    return this.resigned !== undefined || (!this.isReviewing && this.snapshot?.outcome != null);
  }

  /** Whether the local player is to move. */
  get isActive(): boolean {
    const turn = this.snapshot?.turn;
    if (this.isReviewing || this.thinking || this.isOver || turn === null || turn === undefined) return false;
    return this.setup.level === undefined || turn === this.setup.side;
  }

  /** Recomputes the position, for example after a change of language. */
  refresh(lang: Lang): Promise<void> {
    return this.#go(this.moves, this.shown, lang);
  }

  /** Updates moves and positions together, so that they are never inconsistent on the screen. */
  async #go(moves: readonly string[], shown: number, lang: Lang): Promise<void> {
    const turn = ++this.#lastRefresh;
    const place = { ...this.positionSpec(0), moves: moves.slice(0, shown) };
    const [snapshot, before] = await Promise.all([
      show(place, lang),
      shown > 0 ? show({ ...place, moves: moves.slice(0, shown - 1) }, lang) : undefined,
    ]);
    // Outdated: another refresh has started since.
    if (turn !== this.#lastRefresh) return;
    this.moves = [...moves];
    this.shown = shown;
    this.snapshot = snapshot;
    this.before = before;
    this.#save();
  }

  #save(): void {
    const saved: SavedGame = {
      setup: this.setup,
      moves: $state.snapshot(this.moves),
      ...(this.resigned === undefined ? {} : { resigned: this.resigned }),
    };
    write(storageKey(this.setup.game, this.setup.level === undefined), saved);
  }

  async play(move: string, lang: Lang): Promise<void> {
    this.#clearHint();
    const moves = [...this.moves.slice(0, this.shown), move];
    await this.#go(moves, moves.length, lang);
    sound.play(this.isOver ? "end" : "move");
    await this.letComputerMove(lang);
  }

  async letComputerMove(lang: Lang): Promise<void> {
    const { level, side } = this.setup;
    const turn = this.snapshot?.turn;
    if (level === undefined || turn === null || turn === undefined || turn === side) return;
    if (this.isReviewing || this.isOver) return;
    this.thinking = true;
    const before = this.moves.length;
    try {
      const move = await choose(this.positionSpec(), level);
      // Outdated: the player took back or resigned in the meantime.
      if (move !== undefined && this.moves.length === before && !this.isOver) {
        this.thinking = false;
        await this.#go(this.moves, this.moves.length, lang);
        await this.play(move, lang);
      }
    } catch {
      // Stopped by the player.
    } finally {
      this.thinking = false;
    }
  }

  /** Takes back to before the local player's last move. */
  async undo(lang: Lang): Promise<void> {
    stopThinking();
    this.#clearHint();
    this.resigned = undefined;
    let count = this.moves.length;
    let turn: Seat | null = null;
    do {
      count -= 1;
      if (count <= 0) break;
      turn = (await show(this.positionSpec(count), lang)).turn;
    } while (this.setup.level !== undefined && turn !== this.setup.side);
    const moves = this.moves.slice(0, Math.max(count, 0));
    await this.#go(moves, moves.length, lang);
    await this.letComputerMove(lang);
  }

  /** The local player resigns; with two players, the one to move. */
  resign(): void {
    stopThinking();
    const loser = this.setup.level === undefined ? (this.snapshot?.turn ?? "p1") : this.setup.side;
    this.#clearHint();
    this.resigned = loser;
    this.#save();
    sound.play("end");
  }

  async goTo(count: number, lang: Lang): Promise<void> {
    this.#clearHint();
    await this.#go(this.moves, Math.min(Math.max(count, 0), this.moves.length), lang);
  }

  async advise(lang: Lang): Promise<void> {
    if (this.isAdvising) return;
    this.isAdvising = true;
    const before = this.moves.length;
    try {
      const advice = await hint(this.positionSpec(), lang);
      if (this.moves.length === before && !this.isReviewing) this.advice = advice;
    } catch {
      // Stopped by a move.
    } finally {
      this.isAdvising = false;
    }
  }

  #clearHint(): void {
    this.advice = undefined;
  }
}

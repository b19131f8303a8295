/** A game on this device, against the computer or on the same screen. It is saved and survives reloads. */
import { recordWin } from "./levelProgress";
import { computerMove, isStopped, show, stopSearch, type PositionSpec } from "./rules/client";
import type { Seat, Snapshot } from "./rules/types";
import { Follower, type ShowOptions } from "./scene/follower";
import { Positions } from "./scene/positions.svelte";
import type { SceneQueue } from "./scene/sceneQueue.svelte";
import { savedGame, saveGame } from "./savedGames";
import { settings } from "./settings.svelte";
import { HintState } from "./play/hintState.svelte";
import { Coach } from "./play/coach.svelte";
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

export class LocalGame {
  readonly setup: Setup;
  readonly sceneQueue: SceneQueue;
  readonly #follower: Follower;
  /** All moves of the game. */
  moves = $state.raw<readonly string[]>([]);
  /** The number of moves of the position that is shown; fewer than all while reviewing. */
  shown = $state(0);
  /** The position after the shown moves. The scene queue may still be showing how it came about. */
  snapshot = $state.raw<Snapshot>();
  thinking = $state(false);
  /** Whether a move was entered whose position is not known yet. */
  isUpdating = $state(false);
  resigned = $state<Seat>();
  /** Whether the position after all moves has an outcome. */
  #hasEnded = false;
  readonly hint = new HintState();
  readonly coach = new Coach();
  readonly positions = new Positions();

  constructor(setup: Setup, sceneQueue: SceneQueue, moves: readonly string[] = [], resigned?: Seat) {
    this.setup = setup;
    this.sceneQueue = sceneQueue;
    this.#follower = new Follower(sceneQueue);
    this.moves = moves;
    this.shown = moves.length;
    this.resigned = resigned;
  }

  /** The saved game, if there is one. A finished game is only shown again where it was played: after a reload. */
  static resume(game: string, isFriend: boolean, sceneQueue: SceneQueue): LocalGame | undefined {
    const saved = savedGame(game, isFriend);
    const isOver = saved?.isOver === true || saved?.resigned !== undefined;
    const isHere = saved !== undefined && LocalGame.#visit() === saved.setup.seed;
    return saved === undefined || saved.moves.length === 0 || (isOver && !isHere)
      ? undefined
      : new LocalGame(saved.setup, sceneQueue, saved.moves, saved.resigned);
  }

  /** The seed of the game that this entry of the history shows. */
  static #visit(): number | undefined {
    return (history.state as { seed?: number } | null)?.seed;
  }

  /** Notes in the history that this entry shows this game. */
  visit(): void {
    history.replaceState({ seed: this.setup.seed }, "");
  }

  positionSpec(count = this.shown): PositionSpec {
    const { game, variant, seed } = this.setup;
    return { game, variant, seed, moves: this.moves.slice(0, count) };
  }

  get isReviewing(): boolean {
    return this.shown < this.moves.length;
  }

  /** The moves that have been shown on the board or are being shown. */
  get listed(): readonly string[] {
    return this.isReviewing ? this.moves : this.moves.slice(0, this.moves.length - this.sceneQueue.waiting);
  }

  get isOver(): boolean {
    return this.resigned !== undefined || (!this.isReviewing && this.snapshot?.outcome != null);
  }

  /** Whether the local player is to move, and everything before that has been shown. */
  get isActive(): boolean {
    const turn = this.snapshot?.turn;
    if (this.isReviewing || this.isOver || this.sceneQueue.isBusy || this.thinking) return false;
    if (this.coach.question || this.isUpdating) return false;
    if (turn === null || turn === undefined) return false;
    return this.setup.level === undefined || turn === this.setup.side;
  }

  /** Recomputes the position, for example after a change of language. */
  refresh(lang: Lang): Promise<boolean> {
    return this.#go(this.moves, this.shown, lang, { isJump: true });
  }

  /** Updates moves and position together. False if another update came in between. */
  async #go(moves: readonly string[], shown: number, lang: Lang, options: ShowOptions): Promise<boolean> {
    const spec = { ...this.positionSpec(0), moves: moves.slice(0, shown) };
    const snapshot = await this.#follower.showMoves(spec, lang, options);
    if (!snapshot) return false;
    [this.moves, this.shown, this.snapshot] = [moves, shown, snapshot];
    if (!this.isReviewing) this.#hasEnded = snapshot.outcome !== null;
    void this.positions.load(this.positionSpec(moves.length));
    this.#save();
    return true;
  }

  /** Whether the local player has beaten the computer. */
  get #isWon(): boolean {
    const { level, side } = this.setup;
    if (level === undefined || this.isReviewing || this.resigned !== undefined) return false;
    return this.snapshot?.outcome?.winner === side;
  }

  #save(): void {
    if (this.#isWon) recordWin(this.setup.game, this.setup.level ?? 1);
    saveGame({
      setup: this.setup,
      moves: this.moves,
      ...(this.resigned === undefined ? {} : { resigned: this.resigned }),
      ...(this.snapshot && !this.isReviewing && { position: this.snapshot.position }),
      isOver: this.isOver || this.#hasEnded,
      at: Date.now(),
    });
  }

  async play(move: string, lang: Lang): Promise<void> {
    this.hint.clear();
    this.coach.clear();
    const before = this.positionSpec();
    this.isUpdating = true;
    try {
      const moves = [...this.moves.slice(0, this.shown), move];
      // A move that ends the game badly would be final on the board: the coach asks before.
      const isFinal = this.#isCoached && (await this.#endsBadly(moves, lang));
      if (isFinal && (await this.coach.consider(before, move, false)) !== "fine") return;
      if (!(await this.#go(moves, moves.length, lang, { isOwn: true }))) return;
    } finally {
      this.isUpdating = false;
    }
    if (this.#isCoached && !this.isOver && (await this.coach.consider(before, move, true)) !== "fine") return;
    await this.letComputerMove(lang);
  }

  /** Only games against the computer have a coach. */
  get #isCoached(): boolean {
    return settings.coach && this.setup.level !== undefined;
  }

  /** Whether the game is over after the moves, and the local player has not won. */
  async #endsBadly(moves: readonly string[], lang: Lang): Promise<boolean> {
    const { outcome } = await show({ ...this.positionSpec(0), moves }, lang);
    return outcome !== null && outcome.winner !== this.setup.side;
  }

  /** Answers the coach: the move is taken back. */
  async acceptCoach(lang: Lang): Promise<void> {
    const { question } = this.coach;
    this.coach.clear();
    if (question?.isPlayed) await this.undo(lang);
  }

  /** Answers the coach: the move stands. */
  async overruleCoach(lang: Lang): Promise<void> {
    const { question } = this.coach;
    this.coach.clear();
    if (question?.isPlayed) await this.letComputerMove(lang);
    else if (question) {
      const moves = [...this.moves.slice(0, this.shown), question.move];
      await this.#go(moves, moves.length, lang, { isOwn: true });
    }
  }

  /** The computer moves as long as it is its turn. The search begins while the last move is still being shown. */
  async letComputerMove(lang: Lang): Promise<void> {
    const { level, side } = this.setup;
    const isItsTurn = () => this.snapshot?.turn != null && this.snapshot.turn !== side;
    const mayMove = () => isItsTurn() && !this.isReviewing && !this.isOver && !this.coach.question;
    while (level !== undefined && mayMove()) {
      const { moves } = this;
      this.thinking = true;
      try {
        const move = await computerMove(this.positionSpec(), level);
        // Outdated: the player took back or resigned in the meantime.
        if (move === undefined || this.moves !== moves || this.isOver || this.isReviewing) return;
        if (!(await this.#go([...moves, move], moves.length + 1, lang, { isComputer: true }))) return;
      } catch (error) {
        // Stopped by the player.
        if (isStopped(error)) return;
        throw error;
      } finally {
        this.thinking = false;
      }
    }
  }

  /** Takes back to before the local player's last move. */
  async undo(lang: Lang): Promise<void> {
    stopSearch();
    this.hint.clear();
    this.coach.clear();
    this.resigned = undefined;
    let count = this.moves.length;
    let turn: Seat | null = null;
    do {
      count -= 1;
      if (count <= 0) break;
      turn = (await show(this.positionSpec(count), lang)).turn;
    } while (this.setup.level !== undefined && turn !== this.setup.side);
    const moves = this.moves.slice(0, Math.max(count, 0));
    if (await this.#go(moves, moves.length, lang, { isJump: true })) await this.letComputerMove(lang);
  }

  /** The local player resigns; with two players, the one to move. */
  resign(): void {
    stopSearch();
    const loser = this.setup.level === undefined ? (this.snapshot?.turn ?? "p1") : this.setup.side;
    this.hint.clear();
    this.coach.clear();
    this.sceneQueue.skip();
    this.resigned = loser;
    this.#save();
  }

  /** Shows an earlier or later position; the next one by its move. */
  async goTo(count: number, lang: Lang): Promise<void> {
    this.hint.clear();
    if (this.coach.question?.isPlayed === false) this.coach.clear();
    this.sceneQueue.skip();
    const shown = Math.min(Math.max(count, 0), this.moves.length);
    await this.#go(this.moves, shown, lang, { isJump: shown !== this.shown + 1 });
    await this.letComputerMove(lang);
  }

  /** The next stage of a hint. */
  nextHint(lang: Lang): Promise<void> {
    return this.hint.next(this.positionSpec(), lang);
  }
}

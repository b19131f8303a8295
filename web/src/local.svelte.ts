/** A game on this device: against the computer, or two people at one screen. It survives reloads. */
import { choose, hint, show, stopThinking, type Place } from "./rules/client";
import type { Seat, Snapshot } from "./rules/types";
import { sound } from "./sound";
import { read, write } from "./storage";
import type { Lang } from "./i18n/index.svelte";

export interface Setup {
  readonly game: string;
  readonly variant: readonly string[];
  /** The seed of the deal, where there is one. */
  readonly seed: number;
  /** The computer's level; none if two people play. */
  readonly level: number | undefined;
  /** Which seat the person at the screen has. */
  readonly side: Seat;
}

interface Kept {
  readonly setup: Setup;
  readonly moves: readonly string[];
  readonly resigned?: Seat;
}

export const other = (seat: Seat): Seat => (seat === "p1" ? "p2" : "p1");

export const newSeed = (): number => Math.floor(Math.random() * 2 ** 32);

/** Two games of each kind are kept: one against the computer, one against a friend. */
const keptAs = (game: string, isFriend: boolean) => `game.${game}.${isFriend ? "friend" : "computer"}`;

export class LocalGame {
  readonly setup: Setup;
  /** Counts what was asked to be shown. */
  #turn = 0;
  /** All moves of the game. */
  moves = $state<string[]>([]);
  /** How many of them are on the board: one may look back. */
  shown = $state(0);
  snapshot = $state<Snapshot>();
  /** The position before the last move on the board. */
  before = $state<Snapshot>();
  thinking = $state(false);
  resigned = $state<Seat>();
  /** What the computer advises: first a thought, then the move. */
  advice = $state<{ readonly move: string; readonly first: string; readonly answer: string }>();
  isAdvising = $state(false);

  constructor(setup: Setup, moves: readonly string[] = [], resigned?: Seat) {
    this.setup = setup;
    this.moves = [...moves];
    this.shown = moves.length;
    this.resigned = resigned;
  }

  /** The game that was being played on this device, if there is one. */
  static resume(game: string, isFriend: boolean): LocalGame | undefined {
    const kept = read<Kept>(keptAs(game, isFriend));
    return kept === undefined ? undefined : new LocalGame(kept.setup, kept.moves, kept.resigned);
  }

  place(count = this.shown): Place {
    const { game, variant, seed } = this.setup;
    return { game, variant, seed, moves: this.moves.slice(0, count) };
  }

  get isLooking(): boolean {
    return this.shown < this.moves.length;
  }

  get last(): string | undefined {
    return this.moves[this.shown - 1];
  }

  get isOver(): boolean {
    return this.resigned !== undefined || (!this.isLooking && this.snapshot?.outcome != null);
  }

  /** Whether the person at the screen is to move. */
  get isActive(): boolean {
    const turn = this.snapshot?.turn;
    if (this.isLooking || this.thinking || this.isOver || turn === null || turn === undefined) return false;
    return this.setup.level === undefined || turn === this.setup.side;
  }

  /** Shows the position anew, in another language perhaps. */
  refresh(lang: Lang): Promise<void> {
    return this.#go(this.moves, this.shown, lang);
  }

  /** Brings moves, position and what came before on the board together: nobody sees the one without the other. */
  async #go(moves: readonly string[], shown: number, lang: Lang): Promise<void> {
    const turn = ++this.#turn;
    const place = { ...this.place(0), moves: moves.slice(0, shown) };
    const [snapshot, before] = await Promise.all([
      show(place, lang),
      shown > 0 ? show({ ...place, moves: moves.slice(0, shown - 1) }, lang) : undefined,
    ]);
    // Whoever has gone on in the meantime does not want to see this any more.
    if (turn !== this.#turn) return;
    this.moves = [...moves];
    this.shown = shown;
    this.snapshot = snapshot;
    this.before = before;
    this.#keep();
  }

  #keep(): void {
    const kept: Kept = {
      setup: this.setup,
      moves: $state.snapshot(this.moves),
      ...(this.resigned === undefined ? {} : { resigned: this.resigned }),
    };
    write(keptAs(this.setup.game, this.setup.level === undefined), kept);
  }

  async play(move: string, lang: Lang): Promise<void> {
    this.#forgetWords();
    const moves = [...this.moves.slice(0, this.shown), move];
    await this.#go(moves, moves.length, lang);
    sound.play(this.isOver ? "end" : "move");
    await this.letComputerMove(lang);
  }

  async letComputerMove(lang: Lang): Promise<void> {
    const { level, side } = this.setup;
    const turn = this.snapshot?.turn;
    if (level === undefined || turn === null || turn === undefined || turn === side) return;
    if (this.isLooking || this.isOver) return;
    this.thinking = true;
    const before = this.moves.length;
    try {
      const move = await choose(this.place(), level);
      // Whoever took a move back or gave up in the meantime does not want this one.
      if (move !== undefined && this.moves.length === before && !this.isOver) {
        this.thinking = false;
        await this.#go(this.moves, this.moves.length, lang);
        await this.play(move, lang);
      }
    } catch {
      // Stopped by the person.
    } finally {
      this.thinking = false;
    }
  }

  /** Takes back to before the person's last move. */
  async undo(lang: Lang): Promise<void> {
    stopThinking();
    this.#forgetWords();
    this.resigned = undefined;
    let count = this.moves.length;
    let turn: Seat | null = null;
    do {
      count -= 1;
      if (count <= 0) break;
      turn = (await show(this.place(count), lang)).turn;
    } while (this.setup.level !== undefined && turn !== this.setup.side);
    const moves = this.moves.slice(0, Math.max(count, 0));
    await this.#go(moves, moves.length, lang);
    await this.letComputerMove(lang);
  }

  /** Whoever is at the screen gives the game up; of two people, the one to move. */
  resign(): void {
    stopThinking();
    const loser = this.setup.level === undefined ? (this.snapshot?.turn ?? "p1") : this.setup.side;
    this.#forgetWords();
    this.resigned = loser;
    this.#keep();
    sound.play("end");
  }

  async look(count: number, lang: Lang): Promise<void> {
    this.#forgetWords();
    await this.#go(this.moves, Math.min(Math.max(count, 0), this.moves.length), lang);
  }

  async advise(lang: Lang): Promise<void> {
    if (this.isAdvising) return;
    this.isAdvising = true;
    const before = this.moves.length;
    try {
      const advice = await hint(this.place(), lang);
      if (this.moves.length === before && !this.isLooking) this.advice = advice;
    } catch {
      // Stopped: somebody has moved.
    } finally {
      this.isAdvising = false;
    }
  }

  #forgetWords(): void {
    this.advice = undefined;
  }
}

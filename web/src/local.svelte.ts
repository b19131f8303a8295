/** A game on this device: against the computer, or two people at one screen. It survives reloads. */
import { choose, refusal, show, stopThinking, type Place } from "./rules/client";
import type { Seat, Snapshot } from "./rules/types";
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
}

export class LocalGame {
  readonly setup: Setup;
  /** All moves of the game. */
  moves = $state<string[]>([]);
  /** How many of them are on the board: one may look back. */
  shown = $state(0);
  snapshot = $state<Snapshot>();
  thinking = $state(false);
  /** What the rules said about the last attempt. */
  complaint = $state<string>();

  constructor(setup: Setup, moves: readonly string[] = []) {
    this.setup = setup;
    this.moves = [...moves];
    this.shown = moves.length;
  }

  /** The game that was being played on this device, if there is one. */
  static resume(game: string): LocalGame | undefined {
    const kept = read<Kept>(`game.${game}`);
    return kept === undefined ? undefined : new LocalGame(kept.setup, kept.moves);
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

  /** Whether the person at the screen is to move. */
  get isActive(): boolean {
    const turn = this.snapshot?.turn;
    if (this.isLooking || this.thinking || turn === null || turn === undefined) return false;
    return this.setup.level === undefined || turn === this.setup.side;
  }

  async refresh(lang: Lang): Promise<void> {
    this.snapshot = await show(this.place(), lang);
    write(`game.${this.setup.game}`, {
      setup: this.setup,
      moves: $state.snapshot(this.moves),
    } satisfies Kept);
  }

  async play(move: string, lang: Lang): Promise<void> {
    this.complaint = undefined;
    this.moves = [...this.moves.slice(0, this.shown), move];
    this.shown = this.moves.length;
    await this.refresh(lang);
    await this.letComputerMove(lang);
  }

  async letComputerMove(lang: Lang): Promise<void> {
    const { level, side } = this.setup;
    const turn = this.snapshot?.turn;
    if (level === undefined || turn === null || turn === undefined || turn === side || this.isLooking) return;
    this.thinking = true;
    const before = this.moves.length;
    try {
      const move = await choose(this.place(), level);
      // Whoever took a move back in the meantime does not want this one.
      if (move !== undefined && this.moves.length === before) {
        this.thinking = false;
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
    this.complaint = undefined;
    let count = this.moves.length;
    do {
      count -= 1;
      if (count <= 0) break;
      this.snapshot = await show(this.place(count), lang);
    } while (this.setup.level !== undefined && this.snapshot?.turn !== this.setup.side);
    this.moves = this.moves.slice(0, Math.max(count, 0));
    this.shown = this.moves.length;
    await this.refresh(lang);
    await this.letComputerMove(lang);
  }

  async look(count: number, lang: Lang): Promise<void> {
    this.shown = Math.min(Math.max(count, 0), this.moves.length);
    await this.refresh(lang);
  }

  /** Why an attempt is not possible. */
  async complain(move: string, lang: Lang): Promise<void> {
    this.complaint = await refusal(this.place(), move, lang);
  }
}

/** The displayed clocks. During a turn they only go down, even if the server offset is corrected. */
import type { OnlineGame } from "../net/game.svelte";
import type { Seat } from "../rules/types";

const [EVERY, WARNINGS] = [100, [30_000, 10_000]];
/** Milliseconds after the deadline when the win on time can be claimed; the server usually ends the game before. */
const CLAIM_AFTER = 2_000;

export class Ticker {
  p1 = $state<number>();
  p2 = $state<number>();
  /** Whether the player to move is out of time and the game has not ended. */
  isLate = $state(false);
  readonly #game: OnlineGame;
  readonly #warn: (seconds: number) => void;
  #turn: unknown;
  #overSince: number | undefined;

  /** `warn` is called when the local player's clock reaches thirty and ten seconds. */
  constructor(game: OnlineGame, warn: (seconds: number) => void) {
    this.#game = game;
    this.#warn = warn;
  }

  /** To be called in an effect: starts ticking and returns a function that stops it. */
  start(): () => void {
    const timer = setInterval(() => this.tick(), EVERY);
    this.tick();
    return () => clearInterval(timer);
  }

  tick(): void {
    const game = this.#game;
    const isSameTurn = this.#turn === game.state.clocks;
    this.#turn = game.state.clocks;
    for (const seat of ["p1", "p2"] as const) this.#show(seat, isSameTurn);
    const running = game.running;
    const isOver = running !== null && this[running] === 0;
    this.#overSince = isOver ? (this.#overSince ?? Date.now()) : undefined;
    this.isLate = this.#overSince !== undefined && Date.now() - this.#overSince > CLAIM_AFTER;
  }

  #show(seat: Seat, isSameTurn: boolean): void {
    const before = this[seat];
    const left = this.#game.remainingTime(seat);
    if (left === undefined || before === undefined || !isSameTurn) {
      this[seat] = left;
      return;
    }
    const now = Math.min(before, left);
    this[seat] = now;
    if (seat !== this.#game.you || seat !== this.#game.running) return;
    for (const mark of WARNINGS) if (before > mark && now <= mark) this.#warn(mark / 1_000);
  }
}

/** Both clocks as they are shown: they only go down while a turn lasts, whatever is learnt of the server's time. */
import type { OnlineGame } from "../net/game.svelte";
import type { Seat } from "../rules/types";

const [EVERY, WARNINGS] = [100, [30_000, 10_000]];
/** The server ends a game by itself half a second after the deadline; whoever still waits then may say so. */
const CLAIM_AFTER = 2_000;

export class Ticker {
  p1 = $state<number>();
  p2 = $state<number>();
  /** Whether the time of the player to move is over and the game still goes on. */
  isLate = $state(false);
  readonly #game: OnlineGame;
  readonly #warn: (seconds: number) => void;
  #turn: unknown;
  #overSince: number | undefined;

  /** `warn` hears when the person's own clock comes to thirty and to ten seconds. */
  constructor(game: OnlineGame, warn: (seconds: number) => void) {
    this.#game = game;
    this.#warn = warn;
  }

  /** To be called in an effect: begins to tick, gives what ends it. */
  start(): () => void {
    const timer = setInterval(() => this.tick(), EVERY);
    this.tick();
    return () => clearInterval(timer);
  }

  tick(): void {
    const game = this.#game;
    const isSameTurn = this.#turn === game.known.clocks;
    this.#turn = game.known.clocks;
    for (const seat of ["p1", "p2"] as const) this.#show(seat, isSameTurn);
    const running = game.running;
    const isOver = running !== null && this[running] === 0;
    this.#overSince = isOver ? (this.#overSince ?? Date.now()) : undefined;
    this.isLate = this.#overSince !== undefined && Date.now() - this.#overSince > CLAIM_AFTER;
  }

  #show(seat: Seat, isSameTurn: boolean): void {
    const before = this[seat];
    const left = this.#game.left(seat);
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

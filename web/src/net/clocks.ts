/** Time: what the server's clock says, and what the players have left. */
import type { Seat } from "../rules/types";
import type { Clocks } from "./wire";

/**
 * How far the server's clock is from ours. Each answer to a ping bounds the difference; the quickest answer bounds it
 * best, so a slow one never moves the clocks on the screen.
 */
export class ServerTime {
  #offset = 0;
  #worst = Infinity;

  /** The server said that it is `now`; we asked at `sent` and heard it at `heard`. */
  learn(now: number, sent: number, heard: number): void {
    const trip = Math.max(heard - sent, 0);
    if (trip > this.#worst) return;
    this.#worst = trip;
    this.#offset = now - (sent + heard) / 2;
  }

  /** The server said something without being asked: good only as long as nothing better is known. */
  guess(now: number, heard: number): void {
    if (this.#worst === Infinity) this.#offset = now - heard;
  }

  /** Another connection may be another way: what was measured counts for less. */
  forget(): void {
    this.#worst = Infinity;
  }

  /** What time it is for the server when ours says `local`. */
  at(local: number): number {
    return local + this.#offset;
  }
}

/** A pair of clocks of which at most one runs. Moments are the server's. */
export interface Timing {
  readonly clocks: Clocks;
  /** Since when the clock of `running` goes down; later than now if it stands still until then. */
  readonly since: number;
  readonly running: Seat | null;
}

/** What a player has left at a moment of the server's time; never less than nothing. */
export function left(timing: Timing, seat: Seat, now: number): number {
  const clock = timing.clocks[seat];
  return timing.running === seat ? Math.max(clock - Math.max(now - timing.since, 0), 0) : clock;
}

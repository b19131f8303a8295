/** Synchronisation with the server's clock, and the players' remaining time. */
import type { Seat } from "../rules/types";
import type { Clocks } from "./schema";

/**
 * The offset of the server's clock. The ping with the shortest round trip gives the best estimate; slower ones are
 * ignored.
 */
export class ServerTime {
  #offset = 0;
  #bestRoundTrip = Infinity;

  /** Takes a sample: the server reported `now` for a ping sent at `sent` and answered at `received`. */
  sample(now: number, sent: number, received: number): void {
    const roundTrip = Math.max(received - sent, 0);
    if (roundTrip > this.#bestRoundTrip) return;
    this.#bestRoundTrip = roundTrip;
    this.#offset = now - (sent + received) / 2;
  }

  /** A one-way timestamp, used only until there is a ping sample. */
  guess(now: number, received: number): void {
    if (this.#bestRoundTrip === Infinity) this.#offset = now - received;
  }

  /** Forgets the best round trip, for a new connection. */
  reset(): void {
    this.#bestRoundTrip = Infinity;
  }

  /** The server's time at a local time. */
  at(local: number): number {
    return local + this.#offset;
  }
}

/** A pair of clocks of which at most one runs. Times are the server's. */
export interface Timing {
  readonly clocks: Clocks;
  /** When the clock of `running` started; in the future while it is paused. */
  readonly since: number;
  readonly running: Seat | null;
}

/** The remaining time of a player at a server time; never negative. */
export function remainingTime(timing: Timing, seat: Seat, now: number): number {
  const clock = timing.clocks[seat];
  return timing.running === seat ? Math.max(clock - Math.max(now - timing.since, 0), 0) : clock;
}

/** The two sides of a game. */
import type { Seat } from "../rules/types";

export const opponentOf = (seat: Seat): Seat => (seat === "p1" ? "p2" : "p1");

/** What belongs to a side in a list of both, such as its name. */
export const ofSeat = <T>(both: readonly [T, T], seat: Seat): T => both[seat === "p1" ? 0 : 1];

export const randomSeat = (): Seat => (Math.random() < 0.5 ? "p1" : "p2");

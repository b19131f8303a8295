import type { Seat, Snapshot } from "../src/rules/types";

/** A snapshot of a position without legal moves, for tests that read only the position. */
export const snapshotOf = (game: string, position: string, turn: Seat = "p1"): Snapshot => ({
  game,
  variant: [],
  position,
  turn,
  legal: [],
  outcome: null,
  start: position,
  occurrences: 1,
});

/** What the rules library points at on a board. */
import type { Seat } from "./types";

export type SightSign =
  | "pushes"
  | "resists"
  | "idle"
  | "weighs"
  | "slides"
  | "held"
  | "falls"
  | "decides"
  | "forbids"
  | "open"
  | "answers"
  | "leftmost"
  | "wins"
  | "loses"
  | "threat"
  | "part";

export interface SightMark {
  /** The place, as the game names it. */
  readonly at: string;
  readonly sign: SightSign;
  /** Whom it favours, where that matters. */
  readonly owner: Seat | null;
  /** A few characters to be written there. */
  readonly text: string;
}

export interface Sight {
  readonly marks: readonly SightMark[];
  readonly text: string;
  /** Why the move is refused, if it is. */
  readonly why?: string;
}

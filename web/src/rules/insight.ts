/** Marks of the rules library on a board. */
import type { Seat } from "./types";

export type InsightKind =
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

export interface InsightMark {
  /** The place, as the game names it. */
  readonly at: string;
  readonly sign: InsightKind;
  /** The player it favours, if any. */
  readonly owner: Seat | null;
  /** A short text to show at the place. */
  readonly text: string;
}

export interface Insight {
  readonly marks: readonly InsightMark[];
  readonly text: string;
  /** Why the move is illegal, if it is. */
  readonly why?: string;
}

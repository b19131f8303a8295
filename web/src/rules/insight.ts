/** Marks of the rules library on a board. */
import type { BoardMarksView, HintView, MarkView } from "../net/schema";

export type InsightKind =
  | "pushes"
  | "resists"
  | "idle"
  | "weighs"
  | "slides"
  | "held"
  | "falls"
  | "captured"
  | "decides"
  | "forbids"
  | "open"
  | "answers"
  | "leftmost"
  | "wins"
  | "loses"
  | "threat"
  | "part"
  | "look"
  | "sum"
  | "arrow"
  | "reply"
  | "ghost"
  | "trace"
  | "corner"
  // Drawn by a user.
  | "circle"
  | "line";

/** The colour of what a user has drawn. */
export type ShapeColor = "green" | "red" | "yellow" | "blue";

/** A mark of the rules, at a place as the game names it; `text` of a ghost is the piece as the position text writes it. */
export interface InsightMark extends MarkView {
  readonly kind: InsightKind;
  /** The colour of what a user has drawn. */
  readonly color?: ShapeColor;
  /** The rank of a line among several, from 1; a single proposal has none. */
  readonly rank?: number;
}

export interface Insight extends BoardMarksView {
  readonly marks: readonly InsightMark[];
  /** Why the move is illegal, if it is. */
  readonly reason?: string;
}

/** A hint in two stages: where to look and why, then the whole move. */
export interface Hint extends Pick<HintView, "move" | "line"> {
  readonly stages: readonly [Insight, Insight];
  /** The expected reply. */
  readonly reply?: Insight & { readonly move: string };
}

/** What a legal move does. */
export interface MoveDescription {
  /** A phrase without capital and full stop. */
  readonly sentence: string;
  /** The move as arrows and ghosts. */
  readonly marks: readonly InsightMark[];
  /** Where to look for it, and why. */
  readonly idea: Insight;
}

/** What the moves of a line do. */
export interface LineDescription {
  /** A phrase per move. */
  readonly sentences: readonly string[];
  /** The first move and its reply. */
  readonly marks: readonly InsightMark[];
}

/** What the opponent would play if it were their turn, drawn and as a phrase; or the reason why there is no such move. */
export type Threat =
  | { readonly reason: string }
  | { readonly move: string; readonly text: string; readonly marks: readonly InsightMark[] };

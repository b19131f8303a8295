/** The types of the rules library's answers. */
import type { AnalysedMoveView, EvaluationView, PlayerSummariesView, SeatCode } from "../net/schema";
import type { InsightMark, ShapeColor } from "./insight";

export type Seat = SeatCode;

export interface GameInfo {
  readonly id: string;
  readonly title: string;
  readonly credit: string;
  /** Whether the game has no author and no publisher. */
  readonly traditional: boolean;
  readonly summary: string;
  /** How to win, in one sentence. */
  readonly goal: string;
  readonly seats: readonly [string, string];
  readonly movesHelp: string;
  readonly dealt: boolean;
  readonly variants: readonly { readonly id: string; readonly title: string; readonly rule: string }[];
  /** The levels of the computer, weakest first, with a title and a description. */
  readonly levels: readonly {
    readonly level: number;
    readonly title: string;
    readonly description: string;
  }[];
}

export interface Snapshot {
  readonly game: string;
  readonly variant: readonly string[];
  readonly position: string;
  readonly turn: Seat | null;
  readonly legal: readonly string[];
  readonly outcome: { readonly winner: Seat | null; readonly reason: string } | null;
  /** What the player to move does now, while the game is in progress. */
  readonly instruction?: string;
  /** How the game ended, in words. */
  readonly ending?: string;
  readonly seed?: number;
  readonly start: string;
  readonly occurrences: number;
}

export interface Evaluation {
  readonly score: { readonly cp: number } | { readonly mate: number };
  readonly win_chance: number;
  /** Whether the score is proven to hold with perfect play; otherwise it is an estimate. */
  readonly proven: boolean;
  /** The proven final margin in points for the player to move, in games decided by points. */
  readonly points_margin?: number;
  readonly source: "search" | "table" | "exact" | "rules";
  readonly depth: number;
}

export interface SearchResult {
  readonly depth: number;
  readonly seldepth: number;
  readonly nodes: number;
  readonly milliseconds: number;
  readonly lines: readonly { readonly evaluation: Evaluation; readonly moves: readonly string[] }[];
}

/** A move of a reviewed game: `line` begins with the best move, `reply` is the best line after the move played. */
export type ReviewedMove = Pick<
  AnalysedMoveView,
  "ply" | "player" | "move" | "label" | "p1_win_chance" | "best" | "line"
> &
  // Missing in reviews of earlier versions.
  Partial<Pick<AnalysedMoveView, "proven" | "loss" | "reply" | "why">> & {
    /** The position after the move. */
    readonly after?: Partial<Pick<EvaluationView, "proven">>;
    /** The numeric annotation glyph. */
    readonly nag?: number | null;
  };

/** The report of a single move. */
export type JudgedMove = ReviewedMove & {
  readonly loss: number;
  /** The move and its reply, drawn. */
  readonly marks: readonly InsightMark[];
  /** What a bad move leads to, as a phrase per language. */
  readonly consequence?: { readonly en: string; readonly fr: string };
};

export type Label = AnalysedMoveView["label"];

export type PlayerScore = PlayerSummariesView["p1"];

/** The review of a game. */
export interface Review {
  readonly moves: readonly ReviewedMove[];
  /** The winning chance of the first player at the start. */
  readonly p1_win_chance: number;
  readonly players: { readonly p1: PlayerScore; readonly p2: PlayerScore };
  readonly turning_points: readonly number[];
}

/** Why a try fails. */
export interface Refutation {
  readonly verdict: "loses" | "draws" | "loses-points" | "no-win" | "keeps" | "unknown";
  /** The reply that shows it, if there is one. */
  readonly reply: string | null;
  /** A phrase without capital and full stop. */
  readonly text: string;
}

/** The best move of the player to move, and what is proven about it for this player. */
export interface BestMove {
  readonly move: string;
  readonly result: "win" | "draw" | "loss" | null;
  readonly plies: number | null;
  readonly margin: number | null;
}

/** A shape drawn on the board: a circle on a place, or an arrow to another. Places are named as the rules name them. */
export interface Shape {
  readonly color: ShapeColor;
  readonly at: string;
  readonly to?: string;
}

export interface Comment {
  readonly text?: string;
  readonly clock?: number;
  readonly eval?: unknown;
  readonly shapes?: readonly Shape[];
}

export interface RecordPly {
  readonly move: string;
  readonly nags?: readonly number[];
  readonly comments?: readonly Comment[];
  readonly variations?: readonly {
    readonly comments?: readonly Comment[];
    readonly moves: readonly RecordPly[];
  }[];
}

/** A game with its variations, as the rules library reads and writes it. */
export interface GameRecord {
  readonly tags: Readonly<Record<string, string>>;
  readonly first: { readonly number: number; readonly second: boolean };
  readonly comments: readonly Comment[];
  readonly moves: readonly RecordPly[];
  readonly result: string;
}

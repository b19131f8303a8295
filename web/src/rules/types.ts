/** What the rules library says, as it says it. */

export type Seat = "p1" | "p2";

export interface GameFacts {
  readonly id: string;
  readonly title: string;
  readonly credit: string;
  readonly summary: string;
  readonly seats: readonly [string, string];
  readonly movesHelp: string;
  readonly dealt: boolean;
  readonly variants: readonly { readonly id: string; readonly rule: string }[];
  /** The levels of the computer, the weakest first: whom each plays like, and what it sees and misses. */
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
  /** How it ended, in words. */
  readonly ending?: string;
  readonly seed?: number;
  readonly start: string;
  readonly occurrences: number;
}

export interface Worth {
  readonly score: { readonly cp: number } | { readonly mate: number };
  readonly win_chance: number;
  /** Whether that is proven: the game ends so if nobody errs. Otherwise it is estimated. */
  readonly proven: boolean;
  /** Points more than the opponent in the end, fewer if negative: where points decide and that is proven. */
  readonly points_margin?: number;
  readonly source: "search" | "table" | "exact" | "rules";
  readonly depth: number;
}

export interface Thought {
  readonly depth: number;
  readonly deepest: number;
  readonly nodes: number;
  readonly milliseconds: number;
  readonly lines: readonly { readonly worth: Worth; readonly moves: readonly string[] }[];
}

/** What a move of a game was worth. */
export interface Judged {
  readonly ply: number;
  readonly player: Seat;
  readonly move: string;
  readonly label: Label;
  /** Whether the label is proven; judgements of earlier versions do not say. */
  readonly proven?: boolean;
  /** What is known of the position after it. */
  readonly after?: { readonly proven?: boolean };
  /** The share of games that the first player wins after it. */
  readonly p1_win_chance: number;
  readonly best: string | null;
  /** The best move and what would have followed. */
  readonly line: readonly string[];
  /** The number of its sign in game files. */
  readonly nag?: number | null;
  /** What there is to say about it, without capital and full stop. */
  readonly why?: { readonly en: readonly string[]; readonly fr: readonly string[] };
}

export type Label =
  "forced" | "only" | "best" | "good" | "unclear" | "inaccuracy" | "mistake" | "blunder" | "missed-win";

export interface PlayerScore {
  readonly moves: number;
  readonly accuracy: number | null;
  readonly inaccuracies: number;
  readonly mistakes: number;
  readonly blunders: number;
  readonly missed_wins: number;
}

/** What the moves of a game were worth, and how the players did. */
export interface Judgement {
  readonly moves: readonly Judged[];
  /** The share of games that the first player wins from the start. */
  readonly p1_win_chance: number;
  readonly players: { readonly p1: PlayerScore; readonly p2: PlayerScore };
  readonly turning_points: readonly number[];
}

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
  readonly levels: readonly number[];
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

export interface Judgement {
  readonly moves: readonly {
    readonly ply: number;
    readonly label: string;
    readonly best: string | null;
    readonly accuracy?: number;
  }[];
}

/** Puzzles as the server lists them. The rules library gives them in the form of the file, which leaves out empty fields. */
import type { Seat } from "../rules/types";

export interface Goal {
  /** The result to keep; `points` is the best margin, in practice only. */
  readonly result: "win" | "draw" | "points";
  /** The win has to be forced within this many plies of both players. */
  readonly within?: number | null | undefined;
  /** The plies to the end under perfect play, if they are known. */
  readonly distance?: number | null | undefined;
  /** The final margin in points under perfect play, in games scored by points. */
  readonly margin?: number | null | undefined;
}

export type Proof = "table" | "exact" | "search";

/** An accepted move and what follows it. */
export interface Step {
  readonly move: string;
  /** The plies up to the solver's next choice. */
  readonly replies: readonly string[];
  /** The accepted moves at the next turn; empty at the end of the solution. */
  readonly then: readonly Step[];
}

/** A proven position: of a puzzle or to practise. */
export interface ProvenPosition {
  readonly id: string;
  readonly game: string;
  readonly variants: readonly string[];
  readonly position: string;
  /** The solver, who is to move. */
  readonly side: Seat;
  readonly goal: Goal;
  readonly proof: Proof;
}

export interface Puzzle extends ProvenPosition {
  /** The number of moves that the solver has to find. */
  readonly moves: number;
  readonly solution: readonly Step[];
  readonly themes: readonly string[];
  /** The weakest level of the computer that solves it, if it was measured. */
  readonly difficulty?: { readonly level: number; readonly nodes: number } | null | undefined;
  readonly rating: number;
}

export interface Theme {
  readonly code: string;
  readonly title: { readonly en: string; readonly fr: string };
  /** One sentence, without capital and full stop. */
  readonly about: { readonly en: string; readonly fr: string };
  /** The number of puzzles. */
  readonly count: number;
}

export interface Collection {
  readonly themes: readonly Theme[];
  readonly puzzles: readonly Puzzle[];
}

/** A step as the rules library writes it. */
interface WrittenStep {
  readonly move: string;
  readonly replies?: readonly string[];
  readonly then?: readonly WrittenStep[];
}

/** A puzzle as the rules library writes it. */
export interface WrittenPuzzle extends Omit<Puzzle, "variants" | "solution"> {
  readonly variant?: readonly string[];
  readonly solution: readonly WrittenStep[];
}

const stepOf = ({ move, replies = [], then = [] }: WrittenStep): Step => ({
  move,
  replies,
  then: then.map(stepOf),
});

export const puzzleOf = ({ variant = [], solution, ...puzzle }: WrittenPuzzle): Puzzle => ({
  ...puzzle,
  variants: variant,
  solution: solution.map(stepOf),
});

/** The plies of the main line: the first accepted move at every turn, and what follows it. */
export function mainLine(steps: readonly Step[]): string[] {
  const [first] = steps;
  return first ? [first.move, ...first.replies, ...mainLine(first.then)] : [];
}

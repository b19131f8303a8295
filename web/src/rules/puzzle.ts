/** Puzzles as the server lists them. The rules library gives them in the form of the file, which leaves out empty fields. */
import type { PracticeView, GoalView, ProofKindView, StepView, PuzzleView, ThemeView } from "../net/schema";

/** Fields that the rules library leaves out if they are empty. */
type Sparse<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * The result to keep (`points` is the best margin, in practice only), the plies of both players within which the win has
 * to be forced, the plies to the end and the final margin under perfect play.
 */
export type ResultGoal = Pick<GoalView, "result"> & Sparse<Omit<GoalView, "result">>;

export type Proof = ProofKindView;

/** An accepted move, the plies up to the solver's next choice, and the accepted moves then; none at the end. */
export type SolutionStep = StepView;

/** A proven position, of a puzzle or to practise; `side` is the solver, who is to move. */
export type ProvenPosition = Omit<PracticeView, "goal"> & { readonly goal: ResultGoal };

/** `moves` is how many moves the solver has to find, `difficulty` the weakest level that solves it, if measured. */
export type Puzzle = ProvenPosition &
  Pick<PuzzleView, "moves" | "solution" | "themes" | "rating"> &
  Sparse<Pick<PuzzleView, "difficulty">>;

/** A theme with the number of its puzzles; `about` is a sentence without capital and full stop. */
export type Theme = ThemeView;

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
export type WrittenPuzzle = Omit<Puzzle, "variants" | "solution"> & {
  readonly variant?: readonly string[];
  readonly solution: readonly WrittenStep[];
};

const stepOf = ({ move, replies = [], then = [] }: WrittenStep): SolutionStep => ({
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
export function mainLine(steps: readonly SolutionStep[]): string[] {
  const [first] = steps;
  return first ? [first.move, ...first.replies, ...mainLine(first.then)] : [];
}

/** Positions to practise by what is to be reached and by how far the end is. */
import type { Goal, ProvenPosition } from "../puzzles/types";

export interface Group {
  readonly result: Goal["result"];
  /** The least and the most moves to the end; undefined if they are not known. */
  readonly moves: readonly [number, number] | undefined;
  readonly positions: readonly ProvenPosition[];
}

const RESULTS: readonly Goal["result"][] = ["win", "draw", "points"];
/** The most moves to the end of each group. */
const BANDS = [2, 4, 8, 12, 16, Infinity];

/** The solver's moves to the end. */
export const movesOf = ({ distance }: Goal): number | undefined =>
  distance == null ? undefined : Math.ceil(distance / 2);

/** The groups that have positions, short ones first. */
export function groupsOf(positions: readonly ProvenPosition[]): Group[] {
  const bandOf = ({ goal }: ProvenPosition) => {
    const moves = movesOf(goal);
    return moves === undefined ? -1 : BANDS.findIndex((most) => moves <= most);
  };
  return RESULTS.flatMap((result) =>
    [-1, ...BANDS.keys()].flatMap((band): Group[] => {
      const found = positions.filter(
        (position) => position.goal.result === result && bandOf(position) === band,
      );
      if (found.length === 0) return [];
      const sorted = found.toSorted((one, two) => (one.goal.distance ?? 0) - (two.goal.distance ?? 0));
      const [first, last] = [sorted[0], sorted.at(-1)];
      const [least, most] = [first && movesOf(first.goal), last && movesOf(last.goal)];
      const moves = least === undefined || most === undefined ? undefined : ([least, most] as const);
      return [{ result, moves, positions: sorted }];
    }),
  );
}

/** Positions to practise by what is to be reached and by how far the end is. */
import type { ResultGoal, ProvenPosition } from "../rules/puzzle";

export interface Group {
  readonly result: ResultGoal["result"];
  /** The least and the most plies to the end; undefined if they are not known. */
  readonly plies: readonly [number, number] | undefined;
  /** The smallest and the largest margin in points, of endings for points. */
  readonly margins: readonly [number, number] | undefined;
  readonly positions: readonly ProvenPosition[];
}

const RESULTS: readonly ResultGoal["result"][] = ["win", "draw"];
/** The most plies to the end of each group. */
const BANDS = [4, 8, 16, 24, 32, Infinity];

/** The margins of each group of endings for points: narrow wins first. */
const MARGINS: readonly (readonly [number, number])[] = [
  [1, 9],
  [10, 19],
  [20, Infinity],
  [0, 0],
  [-9, -1],
  [-19, -10],
  [-Infinity, -20],
];

/** The groups that have positions, short ones first. */
export function groupsOf(positions: readonly ProvenPosition[]): Group[] {
  return [...RESULTS.flatMap((result) => groupsByDistance(positions, result)), ...groupsByMargin(positions)];
}

function groupsByDistance(positions: readonly ProvenPosition[], result: ResultGoal["result"]): Group[] {
  const bandOf = ({ goal }: ProvenPosition) => {
    const { distance } = goal;
    return distance == null ? -1 : BANDS.findIndex((most) => distance <= most);
  };
  return [-1, ...BANDS.keys()].flatMap((band): Group[] => {
    const found = positions.filter(
      (position) => position.goal.result === result && bandOf(position) === band,
    );
    if (found.length === 0) return [];
    const sorted = found.toSorted((one, two) => (one.goal.distance ?? 0) - (two.goal.distance ?? 0));
    const [least, most] = [sorted[0]?.goal.distance, sorted.at(-1)?.goal.distance];
    const plies = least == null || most == null ? undefined : ([least, most] as const);
    return [{ result, plies, margins: undefined, positions: sorted }];
  });
}

function groupsByMargin(positions: readonly ProvenPosition[]): Group[] {
  const marginOf = ({ goal }: ProvenPosition) => goal.margin ?? 0;
  const endings = positions.filter(({ goal }) => goal.result === "points");
  return MARGINS.flatMap(([least, most]): Group[] => {
    const found = endings
      .filter((position) => marginOf(position) >= least && marginOf(position) <= most)
      .toSorted((one, two) => Math.abs(marginOf(one)) - Math.abs(marginOf(two)));
    if (found.length === 0) return [];
    const all = found.map(marginOf);
    const margins = [Math.min(...all), Math.max(...all)] as const;
    return [{ result: "points", plies: undefined, margins, positions: found }];
  });
}

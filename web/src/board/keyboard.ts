/** Keyboard navigation between places. */
import type { Spot } from "./types";

export type ArrowDirection = readonly [down: number, right: number];

export const ARROWS: Readonly<Record<string, ArrowDirection>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

type Rows = readonly (readonly string[])[];

/** The neighbour of a place, in rows that may differ in length. */
export function step(
  rows: Rows,
  from: string | undefined,
  [down, right]: ArrowDirection,
): string | undefined {
  const row = rows.findIndex((keys) => from !== undefined && keys.includes(from));
  const line = rows[row];
  if (line === undefined || from === undefined) return rows[Math.floor(rows.length / 2)]?.[0];
  const column = line.indexOf(from);
  if (down === 0) return line[Math.min(Math.max(column + right, 0), line.length - 1)];
  const other = rows[Math.min(Math.max(row + down, 0), rows.length - 1)] ?? line;
  // The place at about the same relative position in the row.
  const share = line.length > 1 ? column / (line.length - 1) : 0.5;
  return other[Math.round(share * (other.length - 1))];
}

const middle = ({ x, y, width, height }: Spot) => ({ x: x + width / 2, y: y + height / 2 });

/** The nearest place in a direction from another, or from the centre of all. */
export function nearestInDirection(
  spots: ReadonlyMap<string, Spot>,
  keys: readonly string[],
  from: string | undefined,
  [down, right]: ArrowDirection,
): string | undefined {
  const places = keys.flatMap((key) => {
    const spot = spots.get(key);
    return spot ? [{ key, ...middle(spot) }] : [];
  });
  if (places.length === 0) return undefined;
  const mean = (of: (place: { x: number; y: number }) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const start = places.find((place) => place.key === from) ?? {
    x: mean((place) => place.x),
    y: mean((place) => place.y),
  };
  const ahead = places
    .map(({ key, x, y }) => {
      const [along, across] = [
        (x - start.x) * right + (y - start.y) * down,
        (x - start.x) * down + (y - start.y) * right,
      ];
      return { key, along, cost: along + 2 * Math.abs(across) };
    })
    .filter(({ key, along }) => key !== from && along > 0.001)
    .sort((a, b) => a.cost - b.cost);
  return ahead[0]?.key ?? from;
}

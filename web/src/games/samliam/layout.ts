/** The geometry of Sam Liam's board. */
import { Grid } from "../../board/grid";
import { boundingBox, type Drawing, type Place, type Point } from "../../board/marks";
import { spotsOf } from "../../board/spot";
import type { Spot } from "../../board/types";
import type { Corner } from "./notation";

export const GRID = new Grid({ columns: 6, rows: 7 }, { cell: 100, frame: 38 });
export const { cell: CELL, cells: CELLS, field: FIELD, width: WIDTH, height: HEIGHT } = GRID;
export const CORNERS: readonly Corner[] = ["nw", "ne", "se", "sw"];
export const LARGE = 3 * CELL;

/** The top left of a cell on the screen. */
export function topLeft(cell: string, flipped: boolean): Point {
  const [x, y] = GRID.middle(cell, flipped);
  return [x - CELL / 2, y - CELL / 2];
}

/** On a rotated board, a corner is shown at the opposite place. */
export const seen = (corner: Corner, flipped: boolean): Corner =>
  flipped ? (CORNERS[(CORNERS.indexOf(corner) + 2) % 4] ?? corner) : corner;

/** The corner of a cell on the screen, in shares of the cell. */
const shareOf = (corner: Corner): Point => [corner.endsWith("e") ? 1 : 0, corner.startsWith("s") ? 1 : 0];

/** A half of a cell: a triangle whose right angle is seen in a corner. */
function halfOf(x: number, y: number, corner: Corner): Place {
  const [right, down] = shareOf(corner);
  const inset = 8;
  const along = (share: number) => (share === 0 ? inset : CELL - inset);
  const far = (share: number) => (share === 0 ? CELL - 2.3 * inset : 2.3 * inset);
  const points = [
    [along(right), along(down)],
    [far(right), along(down)],
    [along(right), far(down)],
  ];
  const size = CELL / 2;
  return {
    x: x + (right === 0 ? 0.08 : 0.42) * CELL,
    y: y + (down === 0 ? 0.08 : 0.42) * CELL,
    width: size,
    height: size,
    points: points.map(([a = 0, b = 0]) => `${x + a},${y + b}`).join(" "),
    label: [x + right * CELL, y + down * CELL],
  };
}

/** A place as the rules name it: a cell `c4`, a half `c4.ne`, or a square by two opposite cells, `b6:d4`. */
export function placeOf(at: string, flipped: boolean): Place | undefined {
  const [, cell, half, other] = /^([a-f][1-7])(?:\.([ns][we])|:([a-f][1-7]))?$/.exec(at) ?? [];
  if (cell === undefined) return undefined;
  const [x, y] = topLeft(cell, flipped);
  if (half !== undefined) return halfOf(x, y, seen(half as Corner, flipped));
  const whole = { x, y, width: CELL, height: CELL };
  if (other === undefined) return whole;
  const [right, bottom] = topLeft(other, flipped);
  return { ...boundingBox([whole, { ...whole, x: right, y: bottom }]), isArea: true };
}

/**
 * Winning squares, each outlined through its four right angles, which follow it: those that point inward lie inside the
 * cells. Right angles that meet in one point keep the outline of their cells.
 */
export function fitOutlines(drawings: readonly Drawing[]): Drawing[] {
  return drawings.map((drawing, index): Drawing => {
    if (drawing.kind !== "outline" || drawing.tone !== "decide") return drawing;
    const corners = drawings
      .slice(index + 1, index + 5)
      .flatMap((next) =>
        next.kind === "corner" ? [{ x: next.at[0], y: next.at[1], width: 0, height: 0 }] : [],
      );
    const place = boundingBox(corners);
    return corners.length === 4 && place.width > 0 ? { ...drawing, place } : drawing;
  });
}

/**
 * The corner that a point of a cell means, in shares of the cell: where only one half is free, any point of that half;
 * otherwise the corner of the quarter.
 */
export function cornerAt(x: number, y: number, flipped: boolean, free: readonly Corner[]): Corner {
  const [only, more] = free;
  if (only !== undefined && more === undefined) {
    const [right, down] = shareOf(seen(only, flipped));
    // The distances from the right angle; a point on the diagonal counts for the free half.
    if (Math.abs(x - right) + Math.abs(y - down) < 1.08) return only;
  }
  return seen(`${y < 0.5 ? "n" : "s"}${x < 0.5 ? "w" : "e"}`, flipped);
}

/** The large picture of a cell, within the board. */
export function largeAt(cell: string, flipped: boolean): Point {
  const [x, y] = topLeft(cell, flipped);
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 10), most - LARGE - 10);
  return [clamp(x - CELL, WIDTH), clamp(y - CELL, HEIGHT)];
}

/** The place of a choice in the large picture, in shares of it. */
export const choiceAt = (corner: Corner, flipped: boolean): Point => {
  const [right, down] = shareOf(seen(corner, flipped));
  return [0.25 + right / 2, 0.25 + down / 2];
};

const spot = spotsOf(WIDTH, HEIGHT);

export function spots(flipped: boolean, chosen: readonly string[]): Map<string, Spot> {
  const all = new Map<string, Spot>();
  for (const cell of CELLS) {
    const [x, y] = topLeft(cell, flipped);
    all.set(`cell:${cell}`, spot(x + CELL / 2, y + CELL / 2, CELL, CELL));
  }
  const opened = chosen.find((key) => key.startsWith("cell:"))?.slice(5);
  if (opened !== undefined) {
    const [left, top] = largeAt(opened, flipped);
    for (const corner of CORNERS) {
      const [right, down] = choiceAt(corner, flipped);
      all.set(`corner:${corner}`, spot(left + right * LARGE, top + down * LARGE, LARGE / 2, LARGE / 2));
    }
  }
  return all;
}

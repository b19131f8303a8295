/** The geometry of Siam's board. */
import { Grid } from "../../board/grid";
import type { Place, Point } from "../../board/marks";
import { spotsOf } from "../../board/spot";
import type { Spot } from "../../board/types";
import type { Facing } from "./notation";

export const GRID = new Grid({ columns: 5, rows: 5 }, { cell: 100, frame: 40 });
export const { cell: CELL, frame: MARGIN, cells: CELLS, field: FIELD, width: SIZE } = GRID;
export const FACINGS: readonly Facing[] = ["N", "E", "S", "W"];

/** Degrees clockwise from the top of the screen. */
export const turnOf = (facing: Facing, flipped: boolean): number =>
  (FACINGS.indexOf(facing) * 90 + (flipped ? 180 : 0)) % 360;

/** One step on the screen. */
export function wayOf(facing: Facing, flipped: boolean): Point {
  const turn = (turnOf(facing, flipped) * Math.PI) / 180;
  return [Math.round(Math.sin(turn)), 0 - Math.round(Math.cos(turn))];
}

export const center = (cell: string, flipped: boolean): Point => GRID.middle(cell, flipped);

/** The directions inward from the edges of a border square; a corner has two. */
export function inward(cell: string): Facing[] {
  const ways: Facing[] = [];
  if (cell.endsWith("1")) ways.push("N");
  if (cell.startsWith("a")) ways.push("E");
  if (cell.endsWith("5")) ways.push("S");
  if (cell.startsWith("e")) ways.push("W");
  return ways;
}

/** The middle of a side of a cell, where push and turn marks lie: on the groove, outside the piece. */
export function sideOf(cell: string, facing: Facing, flipped: boolean): Point {
  const [[x, y], [right, down]] = [center(cell, flipped), wayOf(facing, flipped)];
  return [x + (right * CELL) / 2, y + (down * CELL) / 2];
}

/** How far from the middle of a border square a place outside the board is, and how far a fallen rock lies. */
const OUTSIDE = CELL / 2 + MARGIN - 4;
const FALLEN = CELL / 2 + MARGIN / 2 + 4;

/** The middle of a place outside the board, beside a border square: on the frame. */
export function outsideOf(cell: string, side: Facing, flipped: boolean, distance = OUTSIDE): Point {
  const [[x, y], [right, down]] = [center(cell, flipped), wayOf(side, flipped)];
  return [x + right * distance, y + down * distance];
}

/** Where a rock lies that has fallen off the board: on the frame. */
export const fallenAt = (cell: string, side: Facing, flipped: boolean): Point =>
  outsideOf(cell, side, flipped, FALLEN);

/** Where the words at the end of a game stand: beside a column, or above and below the squares of a row in turn. */
function wordsAt([x, y]: Point, isUpright: boolean): Pick<Place, "label" | "align"> {
  const [column, isRight] = [Math.round((x - MARGIN) / CELL - 0.5), x > SIZE / 2 + 1];
  if (isUpright) return { label: [x + (isRight ? -52 : 52), y], align: isRight ? "end" : "start" };
  return { label: [x, y + (column % 2 === 0 ? 58 : -58)] };
}

/**
 * A place as the rules name it: a square `c3`, or `@c1S`, outside the board south of c1. Without a side (`@c1`) it is the
 * one from which a row is pushed the given way.
 */
export function placeOf(at: string, flipped: boolean, push?: Facing, isEnding = false): Place | undefined {
  const [, out, cell, side] = /^(@?)([a-e][1-5])([NESW]?)$/.exec(at) ?? [];
  if (cell === undefined) return undefined;
  const isUpright = push === "N" || push === "S";
  const turn = push && turnOf(push, flipped);
  if (out === "") {
    const [x, y] = center(cell, flipped);
    // Numbers stand beside the row, where they hide none of its pieces.
    const label: Point = isUpright ? [x + CELL / 2, y] : [x, y + CELL / 2 + 6];
    const words = isEnding ? wordsAt([x, y], isUpright) : { label };
    return { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, turn, ...words };
  }
  const behind = push ?? inward(cell)[0] ?? "N";
  const edge = (side || FACINGS[(FACINGS.indexOf(behind) + 2) % 4]) as Facing;
  const [x, y] = isEnding ? fallenAt(cell, edge, flipped) : outsideOf(cell, edge, flipped);
  const size = 2 * (MARGIN - 6);
  const label: Point = isUpright ? [x + CELL / 2, y] : [x, y + CELL / 2 + 6];
  return { x: x - size / 2, y: y - size / 2, width: size, height: size, turn: turnOf(edge, flipped), label };
}

/** How far from the edge of the picture the middle of a sum stands at least. */
const SUM_EDGE = 26;

/**
 * Where the sum of a row stands: on the free square in front of it. If it ends at the edge, the sum stands on the frame, or,
 * where that is too narrow, above the last piece: the numbers of the row are below it.
 */
export function sumPlace(at: string, flipped: boolean): Place | undefined {
  const [, cell, side] = /^@([a-e][1-5])([NESW])$/.exec(at) ?? [];
  if (cell === undefined) return placeOf(at, flipped);
  const [[x, y], [right, down]] = [center(cell, flipped), wayOf(side as Facing, flipped)];
  const top = right !== 0 ? y - CELL / 2 : down < 0 ? SUM_EDGE : SIZE - SUM_EDGE;
  return { x, y: top, width: 0, height: 0 };
}

export const SPOKE = 62;

const spot = spotsOf(SIZE, SIZE);

export function spots(flipped: boolean, chosen: readonly string[]): Map<string, Spot> {
  const all = new Map<string, Spot>();
  for (const cell of CELLS) all.set(`cell:${cell}`, spot(...center(cell, flipped), CELL, CELL));
  const selected = chosen.findLast((key) => key.startsWith("cell:"))?.slice(5);
  if (selected !== undefined) {
    const [x, y] = center(selected, flipped);
    for (const facing of FACINGS) {
      const [right, down] = wayOf(facing, flipped);
      all.set(`facing:${facing}`, spot(x + right * SPOKE, y + down * SPOKE, 56, 56));
      all.set(`turn:${facing}`, spot(...sideOf(selected, facing, flipped), 44, 44));
    }
  }
  return all;
}

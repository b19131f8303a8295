/** The geometry of Siam's board. */
import { spotsOf } from "../../board/spot";
import type { Spot } from "../../board/types";
import type { Facing, Owner } from "./notation";

export const CELL = 100;
export const MARGIN = 30;
export const RESERVE = 90;
export const COLUMNS = ["a", "b", "c", "d", "e"] as const;
export const ROWS = [5, 4, 3, 2, 1] as const;
export const FACINGS: readonly Facing[] = ["N", "E", "S", "W"];
export const WIDTH = 5 * CELL + 2 * MARGIN;
export const HEIGHT = WIDTH + 2 * RESERVE;
export const CELLS = COLUMNS.flatMap((column) => ROWS.map((row) => `${column}${row}`));

type Point = readonly [x: number, y: number];

/** Degrees clockwise from the top of the screen. */
export const turnOf = (facing: Facing, flipped: boolean): number =>
  (FACINGS.indexOf(facing) * 90 + (flipped ? 180 : 0)) % 360;

/** One step on the screen. */
export function wayOf(facing: Facing, flipped: boolean): Point {
  const turn = (turnOf(facing, flipped) * Math.PI) / 180;
  return [Math.round(Math.sin(turn)), 0 - Math.round(Math.cos(turn))];
}

export function center(cell: string, flipped: boolean): Point {
  const column = "abcde".indexOf(cell[0] ?? "a");
  const row = Number(cell[1]) - 1;
  const [x, y] = flipped ? [4 - column, row] : [column, 4 - row];
  return [MARGIN + (x + 0.5) * CELL, RESERVE + MARGIN + (y + 0.5) * CELL];
}

export const reserveY = (owner: Owner, flipped: boolean): number =>
  (owner === "p1") !== flipped ? HEIGHT - RESERVE / 2 + 3 : RESERVE / 2 - 3;

/** The facing inward from the edge that a border square lies at; a corner has two. */
export function inward(cell: string): Facing[] {
  const ways: Facing[] = [];
  if (cell.endsWith("1")) ways.push("N");
  if (cell.startsWith("a")) ways.push("E");
  if (cell.endsWith("5")) ways.push("S");
  if (cell.startsWith("e")) ways.push("W");
  return ways;
}

export const SPOKE = 70;

/** The wheel stays within the picture, so that a finger finds all of it. */
export function wheelAt(cell: string, flipped: boolean): Point {
  const [x, y] = center(cell, flipped);
  const edge = SPOKE + 36;
  return [Math.min(Math.max(x, edge), WIDTH - edge), y];
}

const spot = spotsOf(WIDTH, HEIGHT);

export function spots(flipped: boolean, chosen: readonly string[]): Map<string, Spot> {
  const all = new Map<string, Spot>();
  for (const cell of CELLS) all.set(`cell:${cell}`, spot(...center(cell, flipped), CELL, CELL));
  for (const owner of ["p1", "p2"] as const) {
    all.set(`reserve:${owner}`, spot(WIDTH / 2, reserveY(owner, flipped), 5 * CELL, 80));
  }
  const selected = chosen.findLast((key) => key.startsWith("cell:"))?.slice(5);
  if (selected !== undefined) {
    const [x, y] = wheelAt(selected, flipped);
    for (const facing of FACINGS) {
      const [right, down] = wayOf(facing, flipped);
      all.set(`facing:${facing}`, spot(x + right * SPOKE, y + down * SPOKE, 66, 66));
    }
  }
  return all;
}

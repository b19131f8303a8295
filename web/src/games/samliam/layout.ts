/** The geometry of Sam Liam's board. */
import { spotsOf } from "../../board/spot";
import type { Spot } from "../../board/types";
import type { Corner, Owner } from "./notation";

export const CELL = 100;
export const MARGIN = 30;
export const TRAY = 70;
export const COLUMNS = ["a", "b", "c", "d", "e", "f"] as const;
export const ROWS = [7, 6, 5, 4, 3, 2, 1] as const;
export const CORNERS: readonly Corner[] = ["nw", "ne", "se", "sw"];
export const WIDTH = 6 * CELL + 2 * MARGIN;
export const HEIGHT = 7 * CELL + 2 * MARGIN + 2 * TRAY;
export const CELLS = COLUMNS.flatMap((column) => ROWS.map((row) => `${column}${row}`));
export const LARGE = 3 * CELL;

/** The top left of a cell on the screen. */
export function topLeft(cell: string, flipped: boolean): [number, number] {
  const column = "abcdef".indexOf(cell[0] ?? "a");
  const row = 7 - Number(cell[1]);
  const [x, y] = flipped ? [5 - column, 6 - row] : [column, row];
  return [MARGIN + x * CELL, TRAY + MARGIN + y * CELL];
}

/** On a board that is turned round, a corner lies at the opposite place. */
export const seen = (corner: Corner, flipped: boolean): Corner =>
  flipped ? (CORNERS[(CORNERS.indexOf(corner) + 2) % 4] ?? corner) : corner;

/** A triangle with its right angle in a corner of a cell of a size, as it is seen. */
export function triangle(corner: Corner, size: number, inset: number): string {
  const [low, high] = [inset, size - inset];
  // The long side keeps as far from the diagonal as the short ones from the edge.
  const gap = inset * 1.3;
  const points: Record<Corner, string> = {
    nw: `${low},${low} ${high - gap},${low} ${low},${high - gap}`,
    ne: `${high},${low} ${high},${high - gap} ${low + gap},${low}`,
    se: `${high},${high} ${low + gap},${high} ${high},${low + gap}`,
    sw: `${low},${high} ${low},${low + gap} ${high - gap},${high}`,
  };
  return points[corner];
}

/** The middle of a half, in shares of the cell. */
export const middle = (corner: Corner): [number, number] => [
  corner.endsWith("e") ? 0.7 : 0.3,
  corner.startsWith("s") ? 0.7 : 0.3,
];

export const trayY = (owner: Owner, flipped: boolean): number =>
  (owner === "p1") !== flipped ? HEIGHT - TRAY / 2 + 2 : TRAY / 2 - 2;

/** The large picture of a cell, within the board. */
export function largeAt(cell: string, flipped: boolean): [number, number] {
  const [x, y] = topLeft(cell, flipped);
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 10), most - LARGE - 10);
  return [clamp(x - CELL, WIDTH), clamp(y - CELL, HEIGHT)];
}

export const squareX = (index: number): number => WIDTH - MARGIN - 62 * (index + 0.5) - 8;

const spot = spotsOf(WIDTH, HEIGHT);

export function spots(turn: Owner, flipped: boolean, chosen: readonly string[]): Map<string, Spot> {
  const all = new Map<string, Spot>();
  for (const cell of CELLS) {
    const [x, y] = topLeft(cell, flipped);
    all.set(`cell:${cell}`, spot(x + CELL / 2, y + CELL / 2, CELL, CELL));
  }
  const y = trayY(turn, flipped);
  all.set("triangle", spot(MARGIN + 80, y, 150, 64));
  all.set("square", spot(squareX(1), y, 196, 64));
  const opened = chosen.find((key) => key.startsWith("cell:"))?.slice(5);
  if (opened !== undefined) {
    const [left, top] = largeAt(opened, flipped);
    for (const corner of CORNERS) {
      const place = seen(corner, flipped);
      const [right, down] = [place.endsWith("e") ? 0.75 : 0.25, place.startsWith("s") ? 0.75 : 0.25];
      all.set(`corner:${corner}`, spot(left + right * LARGE, top + down * LARGE, LARGE / 2, LARGE / 2));
    }
  }
  return all;
}

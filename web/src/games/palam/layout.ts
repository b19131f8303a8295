/** The geometry of Palam's board. */
import type { Seat } from "../../rules/types";
import { spotsOf } from "../../board/spot";
import type { Rect } from "../../board/marks";
import type { Spot } from "../../board/types";
import type { PalamPosition } from "./notation";

export const CELL = 100;
/** Beside the camps: the ends of the duel row with = and ≠. */
export const SIDE = 82;
const EDGE = 42;
/** The height of the duel row between the camps. */
export const DUEL_ROW = 236;
export const COLUMNS = ["a", "b", "c", "d", "e", "f"] as const;
export const WIDTH = 6.5 * CELL + 2 * SIDE;
export const HEIGHT = 4 * CELL + DUEL_ROW + 2 * EDGE;
export const CELLS = COLUMNS.flatMap((column) => [1, 2, 3, 4].map((row) => `${column}${row}`));
/** The middle of the board, where duels are fought. */
export const FIELD = HEIGHT / 2;
/** The size of a piece in a cell. */
export const PIECE = 0.97;

/** The distance of the pieces in a duel from the middle of the duel row. */
const DUEL = 64;

export type Point = [x: number, y: number];

export const campOf = (cell: string): Seat => (Number(cell[1]) <= 2 ? "p1" : "p2");
const columnOf = (cell: string): number => "abcdef".indexOf(cell[0] ?? "a");

/** A point of the board as the first player sees it, as it is on the screen. */
const turned = (x: number, y: number, flipped: boolean): Point =>
  flipped ? [WIDTH - x, HEIGHT - y] : [x, y];

/** The camp of the second player is half a cell to the right. */
const columnX = (column: number, camp: Seat): number => SIDE + (column + (camp === "p2" ? 1 : 0.5)) * CELL;

export function center(cell: string, flipped: boolean): Point {
  const [row, camp] = [Number(cell[1]), campOf(cell)];
  const fromTop = camp === "p2" ? (4 - row + 0.5) * CELL : 2 * CELL + DUEL_ROW + (2 - row + 0.5) * CELL;
  return turned(columnX(columnOf(cell), camp), EDGE + fromTop, flipped);
}

/** The place of a piece of a column in a duel. */
export const duelAt = (column: string, camp: Seat, flipped: boolean): Point =>
  turned(columnX(columnOf(column), camp), FIELD + (camp === "p1" ? DUEL : -DUEL), flipped);

/** The pieces that wait to be placed lie in the duel row. */
export const waitingAt = (index: number, flipped: boolean): Point =>
  duelAt(COLUMNS[index % 6] ?? "a", index < 6 ? "p2" : "p1", flipped);

/** The medallions: = is at the left of the first player. */
export const signAt = (sign: "=" | "≠", flipped: boolean): Point =>
  turned(sign === "=" ? 48 : WIDTH - 48, FIELD, flipped);

/** Where a plate of this width lies in the duel row: it hides as little as possible of pieces at these places. */
export function plateX(pieces: readonly number[], width: number): number {
  const [low, high] = [SIDE + 20 + width / 2, WIDTH - SIDE - 20 - width / 2];
  const middle = pieces.reduce((sum, x) => sum + x, 0) / Math.max(pieces.length, 1);
  const reach = (width + CELL) / 2;
  const cost = (at: number) =>
    pieces.reduce((sum, x) => sum + Math.max(0, reach - Math.abs(x - at)), Math.abs(at - middle) / 10);
  const steps = Array.from({ length: 41 }, (_, step) => low + ((high - low) * step) / 40);
  return steps.reduce((best, at) => (cost(at) < cost(best) ? at : best));
}

/** The tray that holds the two rows of a camp. */
export function camp(owner: Seat, flipped: boolean): Rect {
  const corners = (owner === "p1" ? ["a1", "f2"] : ["a3", "f4"]).map((cell) => center(cell, flipped));
  const [x, y] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
  return { x: x - CELL / 2 - 6, y: y - CELL / 2 - 6, width: 6 * CELL + 12, height: 2 * CELL + 12 };
}

/** The size of the pieces that lie in a camp after the game, and the middle of each. */
export function countAt(owner: Seat, count: number, flipped: boolean): { scale: number; places: Point[] } {
  const { x, y, width, height } = camp(owner, flipped);
  const columns = Math.max(6, Math.ceil(count / 2));
  const size = (width - 12) / columns;
  const top = y + height / 2 - size;
  const places = Array.from({ length: count }, (_, index): Point => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return [x + 6 + (column + 0.5) * size, top + (row + 0.5) * size];
  });
  return { scale: (PIECE * size) / CELL, places };
}

/** The lower or upper edge of the board, where what a player has won leaves it. */
export const homeY = (owner: Seat, flipped: boolean): number =>
  (owner === "p1") !== flipped ? HEIGHT + 30 : -30;

/** Up or down on the screen, from a camp to the other. */
export const forward = (camp: Seat, flipped: boolean): number => ((camp === "p1") !== flipped ? -1 : 1);

const spot = spotsOf(WIDTH, HEIGHT);

export function spots(position: PalamPosition, flipped: boolean): Map<string, Spot> {
  const all = new Map<string, Spot>();
  for (const cell of CELLS) all.set(`cell:${cell}`, spot(...center(cell, flipped), CELL, CELL));
  if (position.draft) {
    position.draft.up.forEach((piece, index) => {
      all.set(`piece:${piece.name}`, spot(...waitingAt(index, flipped), CELL, CELL));
    });
  } else {
    all.set("duel", spot(WIDTH / 2, FIELD, 6.5 * CELL, DUEL_ROW));
  }
  return all;
}

/** The geometry of Palam's board. */
import { spotsOf } from "../../board/spot";
import type { Spot } from "../../board/types";
import type { Owner, PalamPosition } from "./notation";

export const CELL = 100;
export const SIDE = 80;
export const EDGE = 30;
export const SCORE = 46;
export const COLUMNS = ["a", "b", "c", "d", "e", "f"] as const;
export const WIDTH = 6.5 * CELL + 2 * SIDE;
export const BOARD = 6 * CELL + 2 * EDGE;
export const HEIGHT = BOARD + 2 * SCORE;
export const CELLS = COLUMNS.flatMap((column) => [1, 2, 3, 4].map((row) => `${column}${row}`));
/** The middle of the board, where duels are fought. */
export const FIELD = HEIGHT / 2;

type Point = [x: number, y: number];

export const campOf = (cell: string): Owner => (Number(cell[1]) <= 2 ? "p1" : "p2");
const columnOf = (cell: string): number => "abcdef".indexOf(cell[0] ?? "a");

/** Lines from below: rows 1 and 2, Isis's duel row, Anubis's duel row, rows 3 and 4. */
export function at(column: number, line: number, camp: Owner, flipped: boolean): Point {
  const x = SIDE + (column + 0.5 + (camp === "p2" ? 0.5 : 0)) * CELL;
  const y = SCORE + EDGE + (5 - line + 0.5) * CELL;
  return flipped ? [WIDTH - x, HEIGHT - y] : [x, y];
}

export function center(cell: string, flipped: boolean): Point {
  const row = Number(cell[1]);
  return at(columnOf(cell), row <= 2 ? row - 1 : row + 1, campOf(cell), flipped);
}

/** Where a piece of a column stands in a duel. */
export const duelAt = (column: string, camp: Owner, flipped: boolean): Point =>
  at(columnOf(column), camp === "p1" ? 2 : 3, camp, flipped);

/** The pieces that wait to be placed lie in the duel rows. */
export const waitingAt = (index: number, flipped: boolean): Point =>
  at(index % 6, index < 6 ? 3 : 2, index < 6 ? "p2" : "p1", flipped);

export const scoreY = (owner: Owner, flipped: boolean): number =>
  (owner === "p1") !== flipped ? HEIGHT - SCORE / 2 : SCORE / 2;

/** Up or down on the screen, from a camp to the other. */
export const forward = (camp: Owner, flipped: boolean): number => ((camp === "p1") !== flipped ? -1 : 1);

const spot = spotsOf(WIDTH, HEIGHT);

export function spots(position: PalamPosition, flipped: boolean): Map<string, Spot> {
  const all = new Map<string, Spot>();
  for (const cell of CELLS) all.set(`cell:${cell}`, spot(...center(cell, flipped), CELL, CELL));
  if (position.draft) {
    position.draft.up.forEach((stone, index) => {
      all.set(`stone:${stone.name}`, spot(...waitingAt(index, flipped), CELL, CELL));
    });
  } else {
    all.set("duel", spot(WIDTH / 2, FIELD, 6.5 * CELL, 2 * CELL));
  }
  return all;
}

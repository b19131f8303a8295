/** Parses the position and move notation of Sam Liam for display. */
import type { Seat } from "../../rules/types";
import type { InputPath, InputStep } from "../../board/choices";
import { parseRows } from "../../board/rows";

export type Corner = "nw" | "ne" | "se" | "sw";

export interface Tile {
  readonly owner: Seat;
  readonly cell: string;
  /** A triangle's right angle; none for a square tile. */
  readonly corner: Corner | undefined;
}

export interface SamLiamPosition {
  readonly tiles: readonly Tile[];
  readonly turn: Seat;
  /** Whether the side to move may place a square tile. */
  readonly square: boolean;
  readonly left: Readonly<Record<Seat, { triangles: number; squares: number }>>;
}

const TRIANGLES = 30;
const SQUARES = 3;
const CORNERS: Readonly<Record<string, Corner>> = { a: "nw", b: "ne", c: "se", d: "sw" };

/** The tile that a letter of the position text stands for. */
export const tileOf = (letter: string): { owner: Seat; corner: Corner | undefined } => ({
  owner: letter === letter.toUpperCase() ? "p1" : "p2",
  corner: CORNERS[letter.toLowerCase()],
});

/** The letter of a tile; `q` is the square tile. */
export function letterOf(owner: Seat, corner: Corner | undefined): string {
  const letter = Object.entries(CORNERS).find(([, one]) => one === corner)?.[0] ?? "q";
  return owner === "p1" ? letter.toUpperCase() : letter;
}

export function parse(text: string): SamLiamPosition {
  const [rows = "", side = "B", square = "-"] = text.split(" ");
  const tiles = parseRows(rows, { columns: 6, rows: 7 }).flatMap(({ cell, content }) =>
    [...content].map((letter): Tile => ({ cell, ...tileOf(letter) })),
  );
  const left = (owner: Seat) => {
    const own = tiles.filter((tile) => tile.owner === owner);
    const triangles = own.filter((tile) => tile.corner !== undefined).length;
    return { triangles: TRIANGLES - triangles, squares: SQUARES - (own.length - triangles) };
  };
  return {
    tiles,
    turn: side === "B" ? "p1" : "p2",
    square: square === "s",
    left: { p1: left("p1"), p2: left("p2") },
  };
}

/** The steps of each legal move: a cell and a corner, or a tile from the tray before them. */
export function paths(legal: readonly string[]): InputPath[] {
  return legal.flatMap((move): InputPath[] => {
    if (move === "pass") return [{ move, steps: [{ key: "pass", kind: "action" }] }];
    const cell: InputStep = { key: `cell:${move.slice(0, 2)}`, kind: "move" };
    const shape = move.slice(2);
    if (shape === "#") return [{ move, steps: [{ key: "square", kind: "piece" }, cell] }];
    const corner: InputStep = { key: `corner:${shape}`, kind: "shape" };
    return [
      { move, steps: [cell, corner] },
      { move, steps: [{ key: "triangle", kind: "piece" }, cell, corner] },
    ];
  });
}

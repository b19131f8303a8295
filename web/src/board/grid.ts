/** Rectangular boards of cells named by a column letter and a row number: where the cells are in the picture. */
import type { Place, Point, Rect } from "./marks";
import { parseRows, type Cell, type GridSize } from "./rows";
import { spotsOf } from "./spot";
import type { Spot } from "./types";

/** Measures in the units of the picture. */
export interface GridMeasures {
  /** The side of a cell. */
  readonly cell?: number;
  /** The width of the frame around the cells. */
  readonly frame?: number;
  /** The side of what a mark or a slot surrounds, in the middle of a cell. */
  readonly place?: number;
}

export class Grid implements GridSize {
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  readonly frame: number;
  readonly place: number;
  readonly width: number;
  readonly height: number;
  /** The rectangle of all cells. */
  readonly field: Rect;
  /** The names of the cells, row by row as the first player sees them. */
  readonly names: readonly (readonly string[])[];
  /** The names of all cells. */
  readonly cells: readonly string[];

  constructor({ columns, rows }: GridSize, { cell = 100, frame = 40, place = cell }: GridMeasures = {}) {
    [this.columns, this.rows] = [columns, rows];
    [this.cell, this.frame, this.place] = [cell, frame, place];
    this.field = { x: frame, y: frame, width: columns * cell, height: rows * cell };
    this.width = this.field.width + 2 * frame;
    this.height = this.field.height + 2 * frame;
    this.names = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => `${String.fromCharCode(97 + column)}${rows - row}`),
    );
    this.cells = this.names.flat();
  }

  /** The occupied cells of a position text's rows. */
  parse(text: string): Cell[] {
    return parseRows(text, this);
  }

  /** The middle of a cell on the screen. */
  middle(cell: string, flipped: boolean): Point {
    const [column, row] = [cell.charCodeAt(0) - 97, this.rows - Number(cell.slice(1))];
    const [x, y] = flipped ? [this.columns - 1 - column, this.rows - 1 - row] : [column, row];
    return [this.frame + (x + 0.5) * this.cell, this.frame + (y + 0.5) * this.cell];
  }

  /** The place of a cell as the rules name it; undefined for anything else. */
  placeOf(at: string, flipped: boolean): Place | undefined {
    if (!this.cells.includes(at)) return undefined;
    const [[x, y], size] = [this.middle(at, flipped), this.place];
    return { x: x - size / 2, y: y - size / 2, width: size, height: size, label: [x, y] };
  }

  /** The keys of the cells (`cell:a1`), row by row as on the screen. */
  keys(flipped: boolean): string[][] {
    const rows = this.names.map((row) => row.map((name) => `cell:${name}`));
    return flipped ? rows.map((row) => row.toReversed()).toReversed() : rows;
  }

  /** The rectangles of the cells by key. */
  spots(flipped: boolean): Map<string, Spot> {
    const spot = spotsOf(this.width, this.height);
    return new Map(
      this.cells.map((name) => [`cell:${name}`, spot(...this.middle(name, flipped), this.cell, this.cell)]),
    );
  }

  /** The column letters below the cells and the row numbers to their left, on the frame. */
  labels(flipped: boolean): { x: number; y: number; text: string }[] {
    const columns = this.names.at(-1) ?? [];
    const rows = this.names.flatMap(([first]) => first ?? []);
    return [
      ...columns.map((name) => ({
        x: this.middle(name, flipped)[0],
        y: this.height - this.frame / 2,
        text: name.charAt(0),
      })),
      ...rows.map((name) => ({ x: this.frame / 2, y: this.middle(name, flipped)[1], text: name.slice(1) })),
    ];
  }
}

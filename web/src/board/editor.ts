/**
 * Setting up positions on a board. An editor changes the text of a position, and the rules say what is wrong with it:
 * nothing here decides whether a position is possible.
 */
import type { Localized } from "../i18n/localized";
import { parseRows, type GridSize } from "./rows";

/** Something that can be put on a place. */
export interface EditorTool {
  readonly id: string;
  readonly name: Localized;
  /** The piece as `PieceSymbol` of the game draws it. */
  readonly piece: string;
}

/** A part of a position that is not on the board. */
export type EditorField = {
  readonly id: string;
  readonly label: Localized;
  readonly value: string;
} & (
  | { readonly kind: "choice"; readonly options: readonly { value: string; label: Localized }[] }
  | { readonly kind: "number"; readonly max: number }
);

/** How the positions of a game are set up: `editor` in `editor.ts` of its folder. */
export interface PositionEditor {
  /** The pieces, in groups. */
  readonly tools: readonly (readonly EditorTool[])[];
  /** The position in the form that can be edited. */
  begin?(position: string): string;
  /** The position without pieces. */
  clear(position: string): string;
  /** Puts a piece on a place, instead of what is there if both do not fit. */
  put(position: string, tool: string, key: string): string;
  /** Removes what is on a place. */
  remove(position: string, key: string): string;
  /** Turns what is on a place by a quarter. */
  turn?(position: string, key: string): string;
  fields(position: string, variant: readonly string[]): readonly EditorField[];
  setField(position: string, id: string, value: string): string;
}

/** Changes one of the fields of a position text, which are separated by spaces. */
export function withField(position: string, index: number, value: string): string {
  return position.split(" ").with(index, value).join(" ");
}

/** The text of occupied cells. Contents of several characters are written in brackets. */
function formatRows(cells: ReadonlyMap<string, string>, { columns, rows }: GridSize): string {
  return Array.from({ length: rows }, (_, index) => {
    let [row, empty] = ["", 0];
    for (let column = 0; column < columns; column += 1) {
      const content = cells.get(`${String.fromCharCode(97 + column)}${rows - index}`) ?? "";
      if (content === "") empty += 1;
      else {
        row += `${empty || ""}${content.length > 1 ? `(${content})` : content}`;
        empty = 0;
      }
    }
    return `${row}${empty || ""}`;
  }).join("/");
}

/** Changes the cells of a board that is the first field of a position text. */
export function editRows(
  position: string,
  size: GridSize,
  change: (cells: Map<string, string>) => void,
): string {
  const cells = new Map(
    parseRows(position.split(" ")[0] ?? "", size).map(({ cell, content }) => [cell, content]),
  );
  change(cells);
  return withField(position, 0, formatRows(cells, size));
}

/** The cell that a key stands for; undefined for any other place. */
export const cellOf = (key: string): string | undefined =>
  key.startsWith("cell:") ? key.slice(5) : undefined;

/** The choice of the player to move: the letters and names of both. */
export const sideField = (
  value: string,
  sides: readonly (readonly [letter: string, name: Localized])[],
): EditorField => ({
  id: "side",
  label: { en: "To move", fr: "Trait" },
  kind: "choice",
  value,
  options: sides.map(([value, label]) => ({ value, label })),
});

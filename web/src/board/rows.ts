/** Boards of cells in position texts: the top row first, `/` between rows, a digit for each run of empty cells. */

export interface Cell {
  /** A column letter and a row number, `a1` at the bottom left. */
  readonly cell: string;
  /** The text of the cell: one character, or several that stand in brackets, without the brackets. */
  readonly content: string;
}

/** The number of columns and rows of a board. */
export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** A text that is not a board of this size: the rules and the pages disagree about the notation. */
export class RowsError extends Error {}

/** The occupied cells, in the order of the text. Throws a {@link RowsError} for the texts that the rules refuse too. */
export function parseRows(text: string, { columns, rows: count }: GridSize): Cell[] {
  const rows = text.split("/");
  if (rows.length !== count) throw new RowsError(`${count} rows expected, not ${rows.length}: ${text}`);
  return rows.flatMap((row, index) => {
    const cells: Cell[] = [];
    let column = 0;
    const number = count - index;
    if (/[1-9]{2}/.test(row.replace(/\(.*?\)/g, "()")))
      throw new RowsError(`row ${number} has two digits side by side: ${text}`);
    for (const part of row.match(/\d|\(.*?\)|./g) ?? []) {
      if (/^[1-9]$/.test(part)) {
        column += Number(part);
        continue;
      }
      const cell = `${String.fromCharCode(97 + column)}${number}`;
      cells.push({ cell, content: part.replace(/[()]/g, "") });
      column += 1;
    }
    if (column !== columns)
      throw new RowsError(`row ${number} must have ${columns} cells, not ${column}: ${text}`);
    return cells;
  });
}

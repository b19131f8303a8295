/** Setting up positions of Palam. */
import { cellOf, sideField, withField, type PositionEditor } from "../../board/editor";
import { inWords, SEATS } from "./describe";
import { COLUMNS } from "./layout";
import { ALL_POINTS, PIECES } from "./pieces";

/** The row and the column of a cell in the text. */
const placeOf = (cell: string): [row: number, column: number] => [
  4 - Number(cell[1]),
  COLUMNS.findIndex((column) => column === cell[0]),
];

const rowsOf = (position: string): string[][] =>
  (position.split(" ")[0] ?? "").split("/").map((row) => row.split(","));

const withRows = (position: string, rows: readonly (readonly string[])[]): string =>
  withField(position, 0, rows.map((row) => row.join(",")).join("/"));

const withCell = (position: string, cell: string, piece: string): string => {
  const [row, column] = placeOf(cell);
  const rows = rowsOf(position);
  return withRows(position, rows.with(row, rows[row]?.with(column, piece) ?? []));
};

/** There is one of each piece: it leaves the place where it was. */
function without(position: string, piece: string): string {
  const duel = position.split(" ")[2] ?? "-";
  const rows = rowsOf(position).map((row) => row.map((there) => (there === piece ? "-" : there)));
  const cleared = withRows(position, rows);
  return duel.slice(1) === piece ? withField(cleared, 2, "-") : cleared;
}

const WAITING = {
  en: "Column of the piece in the duel row",
  fr: "Colonne de la pièce dans la rangée des duels",
};

export const editor: PositionEditor = {
  tools: PIECES.map((row) =>
    row.map((piece) => ({
      id: piece.name,
      piece: piece.name,
      name: { en: inWords(piece, "en"), fr: inWords(piece, "fr") },
    })),
  ),
  // Pieces that are being placed are edited where they lie already.
  begin(position) {
    const [rows = "", side = "I", duel = "-"] = position.split(" ");
    return duel.startsWith("+") ? `${rows} ${side} - s 0-0` : position;
  },
  clear: (position) => withField(withRows(position, Array(4).fill(Array(6).fill("-"))), 2, "-"),
  put(position, tool, key) {
    const lifted = without(position, tool);
    const cell = cellOf(key);
    if (cell !== undefined) return withCell(lifted, cell, tool);
    const column = /^[a-f]/.exec(position.split(" ")[2] ?? "")?.[0] ?? "a";
    return key === "duel" ? withField(lifted, 2, `${column}${tool}`) : position;
  },
  remove(position, key) {
    const cell = cellOf(key);
    if (cell !== undefined) return withCell(position, cell, "-");
    return key === "duel" ? withField(position, 2, "-") : position;
  },
  fields(position) {
    const [, side = "I", duel = "-", swap = "s", score = "0-0"] = position.split(" ");
    const points = score.split("-");
    const number = (index: 0 | 1, name: string) =>
      ({
        id: `score${index}`,
        label: { en: `Points of ${name}`, fr: `Points : ${name}` },
        kind: "number",
        value: points[index] ?? "0",
        max: ALL_POINTS,
      }) as const;
    return [
      sideField(side, [
        ["I", SEATS.p1],
        ["A", SEATS.p2],
      ]),
      ...(duel === "-"
        ? []
        : [
            {
              id: "column",
              label: WAITING,
              kind: "choice",
              value: duel[0] ?? "a",
              options: COLUMNS.map((column) => ({ value: column, label: column })),
            } as const,
          ]),
      {
        id: "swap",
        label: { en: "Swap", fr: "Échange" },
        kind: "choice",
        value: swap,
        options: [
          { value: "s", label: { en: "allowed", fr: "permis" } },
          { value: "x", label: { en: "not allowed, after a swap", fr: "interdit, après un échange" } },
        ],
      },
      number(0, SEATS.p1),
      number(1, SEATS.p2),
    ];
  },
  setField(position, id, value) {
    const [, , duel = "-", , score = "0-0"] = position.split(" ");
    if (id === "side") return withField(position, 1, value);
    if (id === "column") return withField(position, 2, `${value}${duel.slice(1)}`);
    if (id === "swap") return withField(position, 3, value);
    return withField(
      position,
      4,
      score
        .split("-")
        .with(id === "score0" ? 0 : 1, value)
        .join("-"),
    );
  },
};

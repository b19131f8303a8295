/** Setting up positions of Siam. */
import {
  cellOf,
  editRows,
  sideField,
  withField,
  type EditorTool,
  type PositionEditor,
} from "../../board/editor";
import { localized, type Localized } from "../../i18n/localized";
import { DIRECTIONS, SIDES } from "./names";
import { FACINGS } from "./layout";

const SIZE = { columns: 5, rows: 5 };

/** The tools of one kind of animal, one per direction. */
const animals = (letterOf: (facing: string) => string, en: string, fr: string): EditorTool[] =>
  FACINGS.map((facing) => ({
    id: letterOf(facing),
    piece: letterOf(facing),
    name: {
      en: `${en} facing ${localized(DIRECTIONS[facing], "en")}`,
      fr: `${fr} tourné ${localized(DIRECTIONS[facing], "fr")}`,
    },
  }));

/** The letters of an animal clockwise. */
const TURNS = ["NESW", "nesw"];

function turned(letter: string): string {
  const ring = TURNS.find((letters) => letters.includes(letter));
  return ring?.[(ring.indexOf(letter) + 1) % 4] ?? letter;
}

export const editor: PositionEditor = {
  tools: [
    animals((facing) => facing, "elephant", "éléphant"),
    animals((facing) => facing.toLowerCase(), "rhino", "rhinocéros"),
    [{ id: "o", piece: "o", name: { en: "rock", fr: "rocher" } }],
  ],
  clear: (position) => editRows(position, SIZE, (cells) => cells.clear()),
  put: (position, tool, key) =>
    editRows(position, SIZE, (cells) => {
      const cell = cellOf(key);
      if (cell !== undefined) cells.set(cell, tool);
    }),
  remove: (position, key) => editRows(position, SIZE, (cells) => void cells.delete(cellOf(key) ?? "")),
  turn: (position, key) =>
    editRows(position, SIZE, (cells) => {
      const cell = cellOf(key) ?? "";
      const there = cells.get(cell);
      if (there !== undefined) cells.set(cell, turned(there));
    }),
  fields(position, variant) {
    const [, side = "E", ply = "0", exits = "-"] = position.split(" ");
    const left = (index: 0 | 1, label: Localized) =>
      ({
        id: `exits${index}`,
        label,
        kind: "choice",
        value: exits[index] ?? "1",
        options: [
          { value: "1", label: { en: "still allowed", fr: "encore permise" } },
          { value: "0", label: { en: "used", fr: "déjà faite" } },
        ],
      }) as const;
    return [
      sideField(side, [
        ["E", SIDES.p1],
        ["R", SIDES.p2],
      ]),
      {
        id: "ply",
        label: { en: "Turns played", fr: "Tours joués" },
        kind: "number",
        value: ply,
        max: 999_999_999,
      },
      ...(variant.includes("single-exit")
        ? [
            left(0, { en: "Exit of the elephants", fr: "Sortie des éléphants" }),
            left(1, { en: "Exit of the rhinos", fr: "Sortie des rhinocéros" }),
          ]
        : []),
    ];
  },
  setField(position, id, value) {
    if (id === "side") return withField(position, 1, value);
    if (id === "ply") return withField(position, 2, value);
    const exits = [...(position.split(" ")[3]?.replace("-", "11") ?? "11")];
    return withField(position, 3, exits.with(id === "exits0" ? 0 : 1, value).join(""));
  },
};

/** Setting up positions of Siam. */
import {
  cellOf,
  editRows,
  sideField,
  withField,
  type EditorTool,
  type PositionEditor,
} from "../../board/editor";
import type { Localized } from "../../i18n/localized";

const SIZE = { columns: 5, rows: 5 };
const WAYS: readonly (readonly [string, Localized])[] = [
  ["N", { en: "facing north", fr: "tourné vers le nord" }],
  ["E", { en: "facing east", fr: "tourné vers l’est" }],
  ["S", { en: "facing south", fr: "tourné vers le sud" }],
  ["W", { en: "facing west", fr: "tourné vers l’ouest" }],
];
const text = (of: Localized, lang: "en" | "fr") => (typeof of === "string" ? of : of[lang]);

const herd = (letterOf: (way: string) => string, en: string, fr: string): EditorTool[] =>
  WAYS.map(([way, facing]) => ({
    id: letterOf(way),
    piece: letterOf(way),
    name: { en: `${en} ${text(facing, "en")}`, fr: `${fr} ${text(facing, "fr")}` },
  }));

/** The letters of an animal clockwise. */
const TURNS = ["NESW", "nesw"];

function turned(letter: string): string {
  const ring = TURNS.find((letters) => letters.includes(letter));
  return ring?.[(ring.indexOf(letter) + 1) % 4] ?? letter;
}

export const editor: PositionEditor = {
  tools: [
    herd((way) => way, "elephant", "éléphant"),
    herd((way) => way.toLowerCase(), "rhino", "rhinocéros"),
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
        ["E", { en: "Elephants", fr: "Éléphants" }],
        ["R", { en: "Rhinos", fr: "Rhinocéros" }],
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

/** Setting up positions of Sam Liam. */
import type { Seat } from "../../rules/types";
import {
  cellOf,
  editRows,
  sideField,
  withField,
  type EditorTool,
  type PositionEditor,
} from "../../board/editor";
import { CORNERS } from "./layout";
import { CORNER_WORDS, SIDES } from "./names";
import { tileOf, letterOf, type Corner } from "./notation";

const SIZE = { columns: 6, rows: 7 };

function tiles(owner: Seat, [en, fr, fem]: readonly [string, string, string]): EditorTool[] {
  const tool = (corner: Corner | undefined, name: EditorTool["name"]): EditorTool => {
    const letter = letterOf(owner, corner);
    return { id: letter, piece: letter, name };
  };
  return [
    ...CORNERS.map((corner) =>
      tool(corner, {
        en: `${en} triangle, right angle ${CORNER_WORDS[corner].en}`,
        fr: `triangle ${fr}, angle droit ${CORNER_WORDS[corner].fr}`,
      }),
    ),
    tool(undefined, { en: `${en} square tile`, fr: `tuile carrée ${fem}` }),
  ];
}

const opposite = (corner: Corner): Corner => CORNERS[(CORNERS.indexOf(corner) + 2) % 4] ?? corner;

/** Two triangles in a cell are written with `nw` or `ne` first. */
const pair = (letters: readonly string[]): string =>
  letters.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), "en")).join("");

/** A triangle joins one in the opposite half, and takes the place of anything else. */
function joined(there: string, letter: string): string {
  const { corner } = tileOf(letter);
  const other = [...there].find((each) => corner !== undefined && tileOf(each).corner === opposite(corner));
  return other === undefined ? letter : pair([other, letter]);
}

function turned(letter: string): string {
  const { owner, corner } = tileOf(letter);
  return corner === undefined ? letter : letterOf(owner, CORNERS[(CORNERS.indexOf(corner) + 1) % 4]);
}

export const editor: PositionEditor = {
  tools: [tiles("p1", ["black", "noir", "noire"]), tiles("p2", ["white", "blanc", "blanche"])],
  clear: (position) => editRows(position, SIZE, (cells) => cells.clear()),
  put: (position, tool, key) =>
    editRows(position, SIZE, (cells) => {
      const cell = cellOf(key);
      if (cell !== undefined) cells.set(cell, joined(cells.get(cell) ?? "", tool));
    }),
  remove: (position, key) => editRows(position, SIZE, (cells) => void cells.delete(cellOf(key) ?? "")),
  turn: (position, key) =>
    editRows(position, SIZE, (cells) => {
      const cell = cellOf(key) ?? "";
      const there = cells.get(cell);
      if (there !== undefined) cells.set(cell, pair([...there].map(turned)));
    }),
  fields(position) {
    const [, side = "B", square = "-"] = position.split(" ");
    return [
      sideField(side, [
        ["B", SIDES.p1],
        ["W", SIDES.p2],
      ]),
      {
        id: "square",
        label: { en: "Square tile", fr: "Tuile carrée" },
        kind: "choice",
        value: square,
        options: [
          { value: "-", label: { en: "not allowed now", fr: "pas permise à ce tour" } },
          { value: "s", label: { en: "allowed, after a block", fr: "permise, après un blocage" } },
        ],
      },
    ];
  },
  setField: (position, id, value) => withField(position, id === "side" ? 1 : 2, value),
};

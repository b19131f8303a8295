/** Parses the position and move notation of Palam for display. */
import type { Seat } from "../../rules/types";
import type { InputPath, InputStep } from "../../board/choices";

export type Sign = "s" | "w" | "e" | "k";

export interface Piece {
  /** The notation: a capital for a light background. */
  readonly name: string;
  readonly sign: Sign;
  readonly number: number;
  readonly light: boolean;
}

export interface PalamPosition {
  readonly cells: Readonly<Record<string, Piece>>;
  readonly turn: Seat;
  /** The piece that waits in the duel row, and its column. */
  readonly duel: { readonly column: string; readonly piece: Piece } | undefined;
  readonly mustEngage: boolean;
  readonly score: Readonly<Record<Seat, number>>;
  /** During the draft: the pieces on offer, the number still to be placed in this turn, and the pieces face down. */
  readonly draft:
    { readonly up: readonly Piece[]; readonly left: number; readonly down: readonly Piece[] } | undefined;
}

const COLUMNS = "abcdef";

export function parsePiece(name: string): Piece {
  const letter = name[0] ?? "s";
  return {
    name,
    sign: letter.toLowerCase() as Sign,
    number: Number(name[1]),
    light: letter !== letter.toLowerCase(),
  };
}

export function parse(text: string): PalamPosition {
  const [rows = "", side = "I", duel = "-", swap = "s", score = "0-0"] = text.split(" ");
  const cells: Record<string, Piece> = {};
  rows.split("/").forEach((row, index) => {
    row.split(",").forEach((name, column) => {
      if (name !== "-") cells[`${COLUMNS[column]}${4 - index}`] = parsePiece(name);
    });
  });
  const turn: Seat = side === "I" ? "p1" : "p2";
  const pieces = (list: string) => (list === "-" ? [] : list.split(".").map(parsePiece));
  if (duel.startsWith("+")) {
    const draft = { up: pieces(duel.slice(1)), left: Number(swap), down: pieces(score) };
    return { cells, turn, duel: undefined, mustEngage: false, score: { p1: 0, p2: 0 }, draft };
  }
  const [p1 = 0, p2 = 0] = score.split("-").map(Number);
  return {
    cells,
    turn,
    duel: duel === "-" ? undefined : { column: duel[0] ?? "a", piece: parsePiece(duel.slice(1)) },
    mustEngage: swap === "x",
    score: { p1, p2 },
    draft: undefined,
  };
}

/** The steps of each legal move: a piece and the duel row, two pieces, or a piece of the draft and a cell. */
export function paths(legal: readonly string[]): InputPath[] {
  return legal.flatMap((move): InputPath[] => {
    const placement = /^([a-zA-Z]\d)@([a-f][1-4])$/.exec(move);
    if (placement) {
      const [, name = "", to = ""] = placement;
      return [
        {
          move,
          steps: [
            { key: `piece:${name}`, kind: "piece" },
            { key: `cell:${to}`, kind: "move" },
          ],
        },
      ];
    }
    if (move.length === 2) {
      return [
        {
          move,
          steps: [
            { key: `cell:${move}`, kind: "piece" },
            { key: "duel", kind: "move" },
          ],
        },
      ];
    }
    const cell = (name: string, kind: InputStep["kind"]): InputStep => ({ key: `cell:${name}`, kind });
    const [a, b] = [move.slice(0, 2), move.slice(2)];
    // A swap has no direction: either piece may be chosen first.
    return [
      { move, steps: [cell(a, "inPlace"), cell(b, "inPlace")] },
      { move, steps: [cell(b, "inPlace"), cell(a, "inPlace")] },
    ];
  });
}

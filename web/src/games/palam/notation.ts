/** Parses the position and move notation of Palam for display. */
import type { Path, Step } from "../../board/choices";

export type Owner = "p1" | "p2";
export const opponentOf = (owner: Owner): Owner => (owner === "p1" ? "p2" : "p1");

export type Sign = "s" | "w" | "e" | "k";

export interface Stone {
  /** The notation: a capital for a light ground. */
  readonly name: string;
  readonly sign: Sign;
  readonly number: number;
  readonly light: boolean;
}

export interface PalamPosition {
  readonly cells: Readonly<Record<string, Stone>>;
  readonly turn: Owner;
  /** The stone that waits in the duel row, and its column. */
  readonly duel: { readonly column: string; readonly stone: Stone } | undefined;
  readonly mustEngage: boolean;
  readonly score: Readonly<Record<Owner, number>>;
  /** During the draft: the stones on offer, the number still to be placed in this turn, and the stones face down. */
  readonly draft:
    { readonly up: readonly Stone[]; readonly left: number; readonly down: readonly Stone[] } | undefined;
}

const COLUMNS = "abcdef";

export function stone(name: string): Stone {
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
  const cells: Record<string, Stone> = {};
  rows.split("/").forEach((row, index) => {
    row.split(",").forEach((name, column) => {
      if (name !== "-") cells[`${COLUMNS[column]}${4 - index}`] = stone(name);
    });
  });
  const turn: Owner = side === "I" ? "p1" : "p2";
  const stones = (list: string) => (list === "-" ? [] : list.split(".").map(stone));
  if (duel.startsWith("+")) {
    const draft = { up: stones(duel.slice(1)), left: Number(swap), down: stones(score) };
    return { cells, turn, duel: undefined, mustEngage: false, score: { p1: 0, p2: 0 }, draft };
  }
  const [p1 = 0, p2 = 0] = score.split("-").map(Number);
  return {
    cells,
    turn,
    duel: duel === "-" ? undefined : { column: duel[0] ?? "a", stone: stone(duel.slice(1)) },
    mustEngage: swap === "x",
    score: { p1, p2 },
    draft: undefined,
  };
}

/** The steps of each legal move: a stone and the duel row, two stones, or a stone of the draft and a cell. */
export function paths(legal: readonly string[]): Path[] {
  return legal.flatMap((move): Path[] => {
    const placement = /^([a-zA-Z]\d)@([a-f][1-4])$/.exec(move);
    if (placement) {
      const [, name = "", to = ""] = placement;
      return [
        {
          move,
          steps: [
            { key: `stone:${name}`, mark: "piece" },
            { key: `cell:${to}`, mark: "dot" },
          ],
        },
      ];
    }
    if (move.length === 2) {
      return [
        {
          move,
          steps: [
            { key: `cell:${move}`, mark: "piece" },
            { key: "duel", mark: "arrow" },
          ],
        },
      ];
    }
    const cell = (name: string, mark: Step["mark"]): Step => ({ key: `cell:${name}`, mark });
    const [a, b] = [move.slice(0, 2), move.slice(2)];
    // A swap has no direction: either stone may be chosen first.
    return [
      { move, steps: [cell(a, "ring"), cell(b, "ring")] },
      { move, steps: [cell(b, "ring"), cell(a, "ring")] },
    ];
  });
}

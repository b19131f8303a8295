/** Parses the position and move notation of Saigon for display. */
import type { Seat } from "../../rules/types";
import type { InputPath } from "../../board/choices";

export interface SaigonPosition {
  /** The four stacks from left to right, each from bottom to top. */
  readonly stacks: readonly (readonly Seat[])[];
  readonly turn: Seat;
  readonly out: Readonly<Record<Seat, number>>;
}

const PALLETS = 8;

export function parse(text: string): SaigonPosition {
  const [rail = "", side = "L"] = text.split(" ");
  const stacks = rail
    .split("/")
    .map((stack) => (stack === "-" ? [] : [...stack].map((letter): Seat => (letter === "L" ? "p1" : "p2"))));
  const out = (owner: Seat) => PALLETS - stacks.flat().filter((pallet) => pallet === owner).length;
  return { stacks, turn: side === "L" ? "p1" : "p2", out: { p1: out("p1"), p2: out("p2") } };
}

/** A block that goes from one slot to another. */
export interface Shift {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export function parseShift(move: string | undefined): Shift | undefined {
  const found = /^([1-4])-([1-4])x(\d+)$/.exec(move ?? "");
  return found ? { from: Number(found[1]), to: Number(found[2]), count: Number(found[3]) } : undefined;
}

/** The direction in which a pusher moves everything. */
export type PushDirection = "r" | "l";

export const parsePush = (move: string | undefined): PushDirection | undefined =>
  move === "pr" ? "r" : move === "pl" ? "l" : undefined;

/** The steps of each legal move: the lowest pallet taken, then the place it goes to; or a pusher. */
export function paths(legal: readonly string[], position: SaigonPosition): InputPath[] {
  return legal.flatMap((move): InputPath[] => {
    if (move === "pass") return [{ move, steps: [{ key: "pass", kind: "action" }] }];
    const way = parsePush(move);
    if (way) return [{ move, steps: [{ key: `push:${way}`, kind: "push" }] }];
    const shift = parseShift(move);
    if (!shift) return [];
    const { from, to, count } = shift;
    const lowest = (position.stacks[from - 1]?.length ?? 0) - count;
    return [
      {
        move,
        steps: [
          { key: `pallet:${from}.${lowest}`, kind: "piece" },
          { key: `slot:${to}`, kind: "move" },
        ],
      },
    ];
  });
}

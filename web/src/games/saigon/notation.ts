/** Parses the position and move notation of Saigon for display. */
import type { Path } from "../../board/choices";

export type Owner = "p1" | "p2";

export interface SaigonPosition {
  /** The four stacks from left to right, each from bottom to top. */
  readonly stacks: readonly (readonly Owner[])[];
  readonly turn: Owner;
  readonly out: Readonly<Record<Owner, number>>;
}

const PALLETS = 8;

export function parse(text: string): SaigonPosition {
  const [rail = "", side = "L"] = text.split(" ");
  const stacks = rail
    .split("/")
    .map((stack) => (stack === "-" ? [] : [...stack].map((letter): Owner => (letter === "L" ? "p1" : "p2"))));
  const out = (owner: Owner) => PALLETS - stacks.flat().filter((pallet) => pallet === owner).length;
  return { stacks, turn: side === "L" ? "p1" : "p2", out: { p1: out("p1"), p2: out("p2") } };
}

/** The steps of each legal move: the lowest pallet taken, then the place it goes to; or a pusher. */
export function paths(legal: readonly string[], position: SaigonPosition): Path[] {
  return legal.flatMap((move): Path[] => {
    if (move === "pass") return [{ move, steps: [{ key: "pass", mark: "action" }] }];
    if (move === "pr" || move === "pl") return [{ move, steps: [{ key: `push:${move[1]}`, mark: "arrow" }] }];
    const shift = /^([1-4])-([1-4])x(\d+)$/.exec(move);
    if (!shift) return [];
    const [, from = "", to = "", count = "1"] = shift;
    const height = position.stacks[Number(from) - 1]?.length ?? 0;
    const lowest = height - Number(count);
    return [
      {
        move,
        steps: [
          { key: `pallet:${from}.${lowest}`, mark: "piece" },
          { key: `slot:${to}`, mark: "dot" },
        ],
      },
    ];
  });
}

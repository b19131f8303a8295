/** Tracks the identity of pallets between positions, so that moves can be animated. */
import type { Seat } from "../../rules/types";
import { parsePush, parseShift, type SaigonPosition } from "./notation";

export interface Pallets {
  /** The ids on the four slots, from bottom to top. */
  readonly stacks: readonly (readonly number[])[];
  /** The ids in the racks. */
  readonly out: Readonly<Record<Seat, readonly number[]>>;
}

/** The first id of the second player's pallets. A position that is being set up may have more than there are. */
const SECOND = 100;

/** Ids for the pallets of a new position. */
export function identifyPallets(position: SaigonPosition): Pallets {
  const next = { p1: 0, p2: SECOND };
  const take = (owner: Seat) => next[owner]++;
  const stacks = position.stacks.map((stack) => stack.map(take));
  const out = (owner: Seat) => Array.from({ length: position.out[owner] }, () => take(owner));
  return { stacks, out: { p1: out("p1"), p2: out("p2") } };
}

export const ownerOf = (pallet: number): Seat => (pallet < SECOND ? "p1" : "p2");

function fits({ stacks, out }: Pallets, position: SaigonPosition): boolean {
  const same = position.stacks.every(
    (stack, slot) =>
      stack.length === stacks[slot]?.length &&
      stack.every((owner, level) => ownerOf(stacks[slot]?.[level] ?? 0) === owner),
  );
  return same && out.p1.length === position.out.p1 && out.p2.length === position.out.p2;
}

function shifted({ stacks, out }: Pallets, from: number, to: number, count: number): Pallets {
  const block = stacks[from]?.slice(-count) ?? [];
  return {
    out,
    stacks: stacks.map((stack, slot) =>
      slot === from ? stack.slice(0, -count) : slot === to ? [...stack, ...block] : stack,
    ),
  };
}

/**
 * Reconstructs a push from the stack heights: what a slot passed on is what it had plus what it received, less what it
 * has now.
 */
function pushed({ stacks, out }: Pallets, way: "r" | "l", after: SaigonPosition): Pallets {
  const slots = way === "r" ? [0, 1, 2, 3] : [3, 2, 1, 0];
  const next: number[][] = [[], [], [], []];
  let coming: readonly number[] = [];
  for (const slot of slots) {
    const stack = stacks[slot] ?? [];
    const passed = stack.length + coming.length - (after.stacks[slot]?.length ?? 0);
    next[slot] = [...coming, ...stack.slice(Math.max(passed, 0))];
    coming = stack.slice(0, Math.max(passed, 0));
  }
  const [left] = coming;
  if (left === undefined) return { stacks: next, out };
  const owner = ownerOf(left);
  return { stacks: next, out: { ...out, [owner]: [...out[owner], left] } };
}

/** The same pallets in the next position, if the move led there; else each stays where one of its colour is. */
export function trackPallets(before: Pallets, move: string | undefined, after: SaigonPosition): Pallets {
  if (fits(before, after)) return before;
  const [shift, way] = [parseShift(move), parsePush(move)];
  const moved = shift
    ? shifted(before, shift.from - 1, shift.to - 1, shift.count)
    : way
      ? pushed(before, way, after)
      : before;
  return fits(moved, after) ? moved : keep(before, after);
}

function keep(before: Pallets, after: SaigonPosition): Pallets {
  const free = new Set(Array.from({ length: 2 * SECOND }, (_, index) => index));
  const stays = (slot: number, level: number, owner: Seat): number | undefined => {
    const pallet = before.stacks[slot]?.[level];
    if (pallet === undefined || ownerOf(pallet) !== owner) return undefined;
    free.delete(pallet);
    return pallet;
  };
  const kept = after.stacks.map((stack, slot) => stack.map((owner, level) => stays(slot, level, owner)));
  const any = (owner: Seat): number => {
    const pallet = [...free].find((each) => ownerOf(each) === owner) ?? 0;
    free.delete(pallet);
    return pallet;
  };
  const out = (owner: Seat) => Array.from({ length: after.out[owner] }, () => any(owner));
  const stacks = after.stacks.map((stack, slot) =>
    stack.map((owner, level) => kept[slot]?.[level] ?? any(owner)),
  );
  return { stacks, out: { p1: out("p1"), p2: out("p2") } };
}

/** Where each pallet is drawn: at rest, in the hand, and in the phases of a move. */
import type { Seat } from "../../rules/types";
import type { Phase } from "../../board/types";
import type { InsightMark } from "../../rules/insight";
import { ownerOf, type Pallets } from "./tracking";
import * as layout from "./layout";
import { parsePush, parseShift, type SaigonPosition } from "./notation";

export interface Shown {
  readonly id: number;
  readonly owner: Seat;
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  /** The place on the rail; undefined for a pallet that has just left it. */
  readonly at: { readonly slot: number; readonly level: number } | undefined;
  readonly isLifted: boolean;
  /** Whether it is the lowest of a lifted block: only its shadow falls on what is below. */
  readonly isLowest: boolean;
}

interface Picture {
  readonly pallets: Pallets;
  /** The height of a pallet. */
  readonly height: number;
  readonly flipped: boolean;
  /** The move that is being shown, in which phase, and the pallet that leaves the rail by it. */
  readonly scene:
    { readonly move: string; readonly phase: Phase; readonly leaving: number | undefined } | undefined;
}

export function placePallets({ pallets, height, flipped, scene }: Picture): Shown[] {
  const shift = parseShift(scene?.move);
  const carriedAt = shift && (scene?.phase === "lift" ? shift.from : shift.to);
  const inAir = scene?.phase === "lift" || scene?.phase === "travel";
  const onRail = pallets.stacks.flatMap((stack, index) =>
    stack.map((id, level): Shown => {
      const slot = index + 1;
      const isLifted =
        inAir && shift !== undefined && slot === carriedAt && level >= stack.length - shift.count;
      const isLowest = isLifted && level === stack.length - shift.count;
      const y = layout.RAIL - (level + 0.5) * height - (isLifted ? layout.LIFT : 0);
      const owner = ownerOf(id);
      return {
        id,
        owner,
        x: layout.slotX(slot, flipped),
        y,
        turn: 0,
        at: { slot, level },
        isLifted,
        isLowest,
      };
    }),
  );
  const way = parsePush(scene?.move);
  // From its fall on, the rack draws it.
  const isOut = scene?.phase === "lift" || scene?.phase === "consequence";
  if (scene?.leaving === undefined || way === undefined || isOut) return onRail;
  const outward = layout.isLeftEnd(way, flipped) ? 1 : -1;
  const leaving: Shown = {
    id: scene.leaving,
    owner: ownerOf(scene.leaving),
    x: layout.exitX(way, flipped),
    y: layout.RAIL - 0.5 * height,
    turn: scene.phase === "contact" ? 7 * outward : 0,
    at: undefined,
    isLifted: false,
    isLowest: false,
  };
  return [...onRail, leaving].sort((a, b) => a.id - b.id);
}

interface Ghost {
  readonly owner: Seat;
  readonly slot: number;
  readonly level: number;
}

/** What would stand on the stacks: the block of the move under the pointer, and what a hint shows. */
export function ghosts(
  now: SaigonPosition,
  candidate: string | undefined,
  marks: readonly InsightMark[],
): Ghost[] {
  const shift = parseShift(candidate);
  const block = shift ? (now.stacks[shift.from - 1]?.slice(-shift.count) ?? []) : [];
  const base = shift ? (now.stacks[shift.to - 1]?.length ?? 0) : 0;
  const shown = marks.flatMap(({ kind, at, owner }): Ghost[] => {
    const [slot, level] = at.split(".").map(Number);
    if (kind !== "ghost" || !owner || slot === undefined || level === undefined) return [];
    return [{ owner, slot, level }];
  });
  return [...block.map((owner, index) => ({ owner, slot: shift?.to ?? 0, level: base + index })), ...shown];
}

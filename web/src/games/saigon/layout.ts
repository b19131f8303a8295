/** The geometry of Saigon's rail, seen from the side. */
import { spotsOf } from "../../board/spot";
import type { Spot } from "../../board/types";
import type { SaigonPosition, PushDirection } from "./notation";

export const SLOT = 134;
export const LEFT = 84;
export const WIDTH = 4 * SLOT + 2 * LEFT;
/** The upper edge of the back wall. */
export const TOP = 36;
/** The height of the rail's surface. */
export const RAIL = 528;
export const HEIGHT = 616;
export const PALLET = 126;
/** How far a lifted block rises. */
export const LIFT = 24;
export const SLOTS = [1, 2, 3, 4] as const;
export const PUSHES: readonly PushDirection[] = ["r", "l"];

/** The thickest pallet: at a board width of 320 pixels it is still 24 pixels high. */
const MAX_THICKNESS = 56;

/** The thickness of the pallets: easy to tap, and less only where a stack would not fit. */
export function thickness({ stacks }: SaigonPosition): number {
  const highest = Math.max(...stacks.map((stack) => stack.length));
  return Math.min(MAX_THICKNESS, (RAIL - TOP - LIFT) / Math.max(highest, 1));
}

/** The rail is seen from the first player's side; from the other side left is right. */
export const slotX = (slot: number, flipped: boolean): number =>
  LEFT + (flipped ? 4 - slot + 0.5 : slot - 0.5) * SLOT;

/** The pusher of a direction is at the opposite end. */
export const isLeftEnd = (way: PushDirection, flipped: boolean): boolean => (way === "r") !== flipped;
export const pusherX = (way: PushDirection, flipped: boolean): number =>
  isLeftEnd(way, flipped) ? 42 : WIDTH - 42;

/** Where the pallet is that a push has just taken through the slit. */
export const exitX = (way: PushDirection, flipped: boolean): number =>
  isLeftEnd(way, flipped) ? WIDTH - LEFT + 0.5 * SLOT : LEFT - 0.5 * SLOT;

const spot = spotsOf(WIDTH, HEIGHT);

export function spots(position: SaigonPosition, flipped: boolean): Map<string, Spot> {
  const all = new Map<string, Spot>();
  const height = thickness(position);
  position.stacks.forEach((stack, index) => {
    const x = slotX(index + 1, flipped);
    const top = RAIL - stack.length * height;
    const above = Math.max(top - TOP, 40);
    all.set(`slot:${index + 1}`, spot(x, top - above / 2, SLOT, above));
    stack.forEach((_, level) => {
      all.set(`pallet:${index + 1}.${level}`, spot(x, RAIL - (level + 0.5) * height, SLOT - 2, height));
    });
  });
  for (const way of PUSHES) all.set(`push:${way}`, spot(pusherX(way, flipped), RAIL - 30, 84, 84));
  return all;
}

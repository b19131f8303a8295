/** The geometry of Saigon's rail. */
import { spotsOf } from "../../board/spot";
import type { Spot } from "../../board/types";
import type { Owner, SaigonPosition } from "./notation";

export const SLOT = 150;
export const LEFT = 90;
export const WIDTH = 4 * SLOT + 2 * LEFT;
export const TOP = 24;
/** The height of the rail's surface. */
export const RAIL = 560;
export const HEIGHT = 720;
export const PALLET = 132;
export const SLOTS = [1, 2, 3, 4] as const;
export const WAYS = ["r", "l"] as const;
export type Way = (typeof WAYS)[number];

const RACK = { width: WIDTH / 2 - 40, place: 51, y: 662 };

/** Pallets are as thick as a finger, and thinner only where a stack would not fit. */
export function thickness({ stacks }: SaigonPosition): number {
  const highest = Math.max(...stacks.map((stack) => stack.length));
  return Math.min(56, (RAIL - TOP - 40) / highest);
}

/** The rail is seen from the first player's side; from the other side left is right. */
export const slotX = (slot: number, flipped: boolean): number =>
  LEFT + (flipped ? 4 - slot + 0.5 : slot - 0.5) * SLOT;

/** The pusher that makes everything move a way stands at the other end. */
export const isLeftEnd = (way: Way, flipped: boolean): boolean => (way === "r") !== flipped;
export const pusherX = (way: Way, flipped: boolean): number => (isLeftEnd(way, flipped) ? 42 : WIDTH - 42);

export const rackX = (owner: Owner, flipped: boolean): number =>
  (owner === "p1") !== flipped ? 25 : WIDTH - 25 - RACK.width;
export const rackWidth = RACK.width;
export const rackY = RACK.y;
export const rackPlace = (owner: Owner, index: number, flipped: boolean): [number, number] => [
  rackX(owner, flipped) + 22 + RACK.place / 2 + index * RACK.place,
  RACK.y - 10,
];

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
      all.set(`pallet:${index + 1}.${level}`, spot(x, RAIL - (level + 0.5) * height, PALLET + 8, height));
    });
  });
  for (const way of WAYS) all.set(`push:${way}`, spot(pusherX(way, flipped), RAIL - 30, 84, 84));
  return all;
}

/** The marks of the rules on the rail. */
import { drawMarks, type Drawing, type Place, type Rect } from "../../board/marks";
import type { InsightMark } from "../../rules/insight";
import * as layout from "./layout";
import type { SaigonPosition } from "./notation";

interface Picture {
  readonly saigon: SaigonPosition;
  readonly flipped: boolean;
  readonly refused: boolean;
}

const slotOf = (at: string): number => Number(/^[1-4]/.exec(at)?.[0] ?? 0);

/** The end at which a push takes a pallet out: -1 at the left of the screen, 1 at the right. */
function outwards(marks: readonly InsightMark[], flipped: boolean): number {
  const falling = marks.find(({ kind }) => kind === "falls");
  return falling && (slotOf(falling.at) === 1) !== flipped ? -1 : 1;
}

/** How far pallets lean while a push is considered: what slides a little, what falls out more. */
export function leanings(marks: readonly InsightMark[], flipped: boolean): ReadonlyMap<string, number> {
  const way = outwards(marks, flipped);
  const far: Partial<Record<InsightMark["kind"], number>> = { slides: 12 * way, falls: 38 * way };
  return new Map(marks.flatMap(({ at, kind }) => (far[kind] === undefined ? [] : [[at, far[kind]]])));
}

/**
 * Marks name slots (`3`), pallets (`3.0`) and the pushers (`left`, `right`). A slot is the place on top of its stack, or the
 * whole stack if there is something to look at. Of the pallets of a stack that a push does not move, the lowest is marked.
 */
export function drawRail(marks: readonly InsightMark[], picture: Picture): Drawing[] {
  const { saigon, flipped, refused } = picture;
  const leaning = leanings(marks, flipped);
  const turn = outwards(marks, flipped) > 0 ? 90 : 270;
  const lowestHeld = new Set(
    layout.SLOTS.flatMap(
      (slot) => marks.find(({ at, kind }) => kind === "held" && slotOf(at) === slot)?.at ?? [],
    ),
  );
  const named = marks.flatMap((mark): InsightMark[] => {
    const isSlot = /^[1-4]$/.test(mark.at);
    if (mark.kind === "held" && !refused && !lowestHeld.has(mark.at)) return [];
    // The pallet itself is drawn.
    if (mark.kind === "ghost") return [];
    // A pusher is aimed at the bottom row.
    if (mark.at === "left" || mark.at === "right")
      return [{ ...mark, ...(mark.to && { to: `${mark.to}.0` }) }];
    return [isSlot && mark.kind === "look" ? { ...mark, at: `stack ${mark.at}` } : mark];
  });
  const placeOf = (at: string): Place | undefined => {
    const place = placeOnRail(at, saigon, flipped);
    const lean = leaning.get(at);
    return place && { ...place, x: place.x + (lean ?? 0), turn: lean === undefined ? 0 : turn };
  };
  return drawMarks(named, placeOf, { refused });
}

export function placeOnRail(at: string, saigon: SaigonPosition, flipped: boolean): Rect | undefined {
  const height = layout.thickness(saigon);
  const place = (slot: number, base: number, count: number): Rect => ({
    x: layout.slotX(slot, flipped) - layout.PALLET / 2 - 4,
    y: layout.RAIL - (base + count) * height,
    width: layout.PALLET + 8,
    height: count * height,
  });
  if (at === "left" || at === "right") {
    return {
      x: layout.pusherX(at === "left" ? "r" : "l", flipped) - 40,
      y: layout.RAIL - 64,
      width: 80,
      height: 68,
    };
  }
  const [, stack, name = "", level] = /^(stack )?([1-4])(?:\.(\d+))?$/.exec(at) ?? [];
  if (name === "") return undefined;
  const slot = Number(name);
  const tall = saigon.stacks[slot - 1]?.length ?? 0;
  if (stack !== undefined) return place(slot, 0, Math.max(tall, 1));
  return place(slot, level === undefined ? tall : Number(level), 1);
}

/** The pallet that decided the game, after its fall: where it lies in front of the rail, and the way it fell. */
export function fallen(marks: readonly InsightMark[], flipped: boolean) {
  const fall = marks.find(({ at, kind }) => kind === "falls" && /^[1-4]$/.test(at));
  if (!fall?.owner) return undefined;
  const way = outwards(marks, flipped);
  const edge = way > 0 ? layout.WIDTH : 0;
  const at = { x: edge - 56 * way, y: layout.RAIL + 50, scale: 0.7 };
  const trace: Drawing = {
    kind: "trace",
    points: [
      [edge - (layout.LEFT + 20) * way, layout.RAIL - 30],
      [edge - 34 * way, layout.RAIL - 22],
      [edge - 26 * way, layout.RAIL + 14],
    ],
  };
  return { owner: fall.owner, ...at, turn: 22 * way, trace };
}

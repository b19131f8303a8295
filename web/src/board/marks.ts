/**
 * The drawn language of all boards: glow = look here, slot = what would be there, arrow = this move, dashed arrow = its
 * answer, four corners = what can be captured, crossed disc = what a move captures, red band = what forbids it, ring =
 * what decided. Of several lines, the better one has the heavier arrow, and each its number. This module turns the marks of
 * the rules into drawings; `Marks.svelte` draws them.
 */
import type { InsightKind, InsightMark, ShapeColor } from "../rules/insight";

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Point = readonly [x: number, y: number];

/** A place of a board in the units of its picture. */
export interface Place extends Rect {
  /** The outline of a place that is not a rectangle, as SVG points. */
  readonly points?: string | undefined;
  /** The direction in which what is there would move, in degrees: 0 is up, clockwise. */
  readonly turn?: number | undefined;
  /** Whether it is several cells. */
  readonly isArea?: boolean | undefined;
  /** Where a text stands; otherwise at the lower edge. */
  readonly label?: Point | undefined;
  /** Whether the text begins or ends there; otherwise its middle is there. */
  readonly align?: "start" | "end" | undefined;
}

export type Tone = "plain" | "forbid" | "decide";

export type Drawing =
  | {
      readonly kind: "last" | "from" | "selected" | "glow" | "band" | "slot" | "reply-slot" | "capture";
      readonly place: Place;
    }
  | { readonly kind: "ring"; readonly place: Place }
  | { readonly kind: "outline"; readonly place: Place; readonly tone: "p1" | "p2" | "decide" }
  | { readonly kind: "arrow"; readonly from: Point; readonly to: Point; readonly rank: number }
  | { readonly kind: "reply"; readonly from: Point; readonly to: Point }
  | { readonly kind: "circle"; readonly place: Place; readonly color: ShapeColor }
  | { readonly kind: "line"; readonly from: Point; readonly to: Point; readonly color: ShapeColor }
  | { readonly kind: "rank"; readonly at: Point; readonly rank: number }
  | { readonly kind: "trace"; readonly points: readonly Point[] }
  | {
      readonly kind: "plate";
      readonly at: Point;
      readonly text: string;
      readonly tone: Tone;
      readonly align?: Place["align"];
    }
  | { readonly kind: "dot" | "corner"; readonly at: Point }
  | {
      readonly kind:
        "push" | "turn" | "exit" | "falls" | "captured" | "slides" | "held" | "forbidden" | "threat";
      readonly at: Point;
      readonly turn?: number;
    };

const UNDER: ReadonlySet<Drawing["kind"]> = new Set(["last", "from", "selected", "glow", "band"]);

/** Whether a drawing lies under the pieces. */
export const isUnder = ({ kind }: Drawing): boolean => UNDER.has(kind);

export const middleOf = ({ x, y, width, height }: Rect): Point => [x + width / 2, y + height / 2];

/** The rectangle around several. */
export function boundingBox(all: readonly Rect[]): Rect {
  const [x, y] = [Math.min(...all.map((one) => one.x)), Math.min(...all.map((one) => one.y))];
  const right = Math.max(...all.map((one) => one.x + one.width));
  const bottom = Math.max(...all.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}

interface Options {
  /** Whether the marks explain a refusal: the row that does not move gets a red band. */
  readonly refused?: boolean | undefined;
}

/** How far from the middle of a place, in shares of it: a trace begins, an arrow to a ghost ends, a ring lies. */
const START_EDGE = 0.42;
const GHOST_EDGE = 0.36;
const RING_RADIUS = 0.58;

export const ringRadius = ({ width, height }: Rect): number => Math.max(width, height) * RING_RADIUS;

/** A point on the line from one point to another, before its end. */
function before(end: Point, from: Point, distance: number): Point {
  const [dx, dy] = [from[0] - end[0], from[1] - end[1]];
  const share = Math.min(distance / (Math.hypot(dx, dy) || 1), 0.6);
  return [end[0] + dx * share, end[1] + dy * share];
}

const FORCES: ReadonlySet<string> = new Set(["pushes", "resists", "idle", "weighs"]);

/** Where a place is that the rules name, for a kind of mark. */
export type PlaceOf = (at: string, kind: InsightKind) => Place | undefined;

/** The drawings of marks of the rules. Marks on places that the board does not show are left out. */
export function drawMarks(
  marks: readonly InsightMark[],
  placeOf: PlaceOf,
  { refused = false }: Options = {},
): Drawing[] {
  const placed = marks.flatMap((mark) => {
    const at = placeOf(mark.at, mark.kind);
    return at ? [{ mark, at, to: mark.to === undefined ? undefined : placeOf(mark.to, mark.kind) }] : [];
  });
  const ghosts = new Set(marks.flatMap(({ kind, at }) => (kind === "ghost" ? [at] : [])));
  // The arrow of the best line lies on top.
  const ordered = placed.toSorted((a, b) => (b.mark.rank ?? 0) - (a.mark.rank ?? 0));
  const drawings = joinGlows(
    ordered.flatMap(({ mark, at, to }) => drawMark(mark, at, to, ghosts.has(mark.to ?? ""), refused)),
  );
  setRepliesApart(drawings);
  drawings.push(...numbers(placed));
  const row = placed.filter(({ mark }) => FORCES.has(mark.kind));
  if (refused && row.length > 0) drawings.push({ kind: "band", place: boundingBox(row.map(({ at }) => at)) });
  return drawings;
}

/** How near two arrows are that lie on one another, and how far the answer is moved aside then. */
const [ON_ONE_LINE, ASIDE] = [14, 30];

/** How near the heads of two arrows would lie on one another: the answer then ends before it. */
const HEADS_MEET = 30;

/** Moves an answer aside that would lie on the arrow of the move. */
function setRepliesApart(drawings: Drawing[]): void {
  const arrows = drawings.filter((one) => one.kind === "arrow");
  for (const [index, one] of drawings.entries()) {
    if (one.kind !== "reply" || !("from" in one)) continue;
    const [[x, y], [a, b]] = [one.from, one.to];
    const reach = Math.hypot(a - x, b - y) || 1;
    const [right, down] = [(a - x) / reach, (b - y) / reach];
    const isOn = arrows.some(({ from, to }) => {
      const along = [from, to].map(([c, d]) => (c - x) * right + (d - y) * down);
      const beside = [from, to].map(([c, d]) => Math.abs((d - y) * right - (c - x) * down));
      return Math.max(...beside) < ON_ONE_LINE && Math.max(...along) > 0 && Math.min(...along) < reach;
    });
    const meets = arrows.some(({ to: [c, d] }) => Math.hypot(c - a, d - b) < HEADS_MEET);
    if (!isOn && meets) drawings[index] = { ...one, to: before(one.to, one.from, 2 * HEADS_MEET) };
    if (!isOn) continue;
    const aside = ([c, d]: Point): Point => [c - down * ASIDE, d + right * ASIDE];
    drawings[index] = { ...one, from: aside(one.from), to: aside(one.to) };
  }
}

/** Glowing cells that fill a rectangle are one place to look at, not many. */
function joinGlows(drawings: readonly Drawing[]): Drawing[] {
  const glows = drawings.flatMap((one) => (one.kind === "glow" && !one.place.points ? [one.place] : []));
  const area = ({ width, height }: Rect) => width * height;
  const whole = boundingBox(glows);
  const isFilled = glows.reduce((sum, place) => sum + area(place), 0) > 0.99 * area(whole);
  if (glows.length < 2 || !isFilled) return [...drawings];
  const others = drawings.filter((one) => one.kind !== "glow" || one.place.points);
  return [{ kind: "glow", place: { ...whole, isArea: true } }, ...others];
}

interface Placed {
  readonly mark: InsightMark;
  readonly at: Place;
  readonly to: Place | undefined;
}

/** The numbers of several lines: in a corner of what would be there, or on the arrow. Lines that look the same stand side by side. */
function numbers(placed: readonly Placed[]): Drawing[] {
  const ranks = [...new Set(placed.flatMap(({ mark }) => mark.rank ?? []))].sort((a, b) => a - b);
  if (ranks.length < 2) return [];
  const taken = new Map<string, number>();
  return ranks.flatMap((rank): Drawing[] => {
    const line = placed.filter(({ mark }) => mark.rank === rank);
    const shown = line.find(({ mark }) => mark.kind === "ghost") ?? line[0];
    if (!shown) return [];
    const { at, to } = shown;
    const [x, y] = middleOf(at);
    const [a, b] = to ? middleOf(to) : [x, y];
    const point: Point = to ? [x + (a - x) * 0.36, y + (b - y) * 0.36] : [at.x + at.width - 8, at.y + 8];
    const key = point.map(Math.round).join();
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return [{ kind: "rank", at: [point[0] + before * NUMBER_STEP, point[1]], rank }];
  });
}

/** The distance of two numbers that stand side by side. */
const NUMBER_STEP = 34;

function drawMark(
  { kind, owner, text, rank = 1, color = "green" }: InsightMark,
  at: Place,
  to: Place | undefined,
  leadsToGhost: boolean,
  refused: boolean,
): Drawing[] {
  const middle = middleOf(at);
  const label = at.label ?? [middle[0], at.y + at.height + 8];
  const turn = at.turn ?? 0;
  const plate = (tone: Tone, where: Point = label): Drawing[] =>
    text === ""
      ? []
      : [{ kind: "plate", at: where, text, tone, align: where === label ? at.align : undefined }];
  // What would be there, or what decided, stays visible.
  const end = (to: Place, distance: number) => before(middleOf(to), middle, distance);
  switch (kind) {
    case "look":
    case "answers":
      return [{ kind: "glow", place: at }, ...plate("plain")];
    case "leftmost":
      return [{ kind: "glow", place: at }, { kind: "selected", place: at }, ...plate("plain")];
    case "forbids":
      return [
        { kind: "band", place: at },
        { kind: "forbidden", at: [at.x + at.width - 16, at.y + 16] },
      ];
    case "sum":
      return plate(refused ? "forbid" : "plain", middle);
    case "falls":
    case "captured":
    case "slides":
    case "held":
    case "threat":
      return [{ kind, at: middle, turn }];
    case "decides":
      return [{ kind: "ring", place: at }, ...plate("decide")];
    case "wins":
      if (at.isArea || text === "") return [{ kind: "outline", place: at, tone: "decide" }];
      return plate("decide", middle);
    case "loses":
      return plate("forbid", middle);
    case "open":
      return [
        { kind: "slot", place: at },
        { kind: "dot", at: middle },
      ];
    case "part":
      return [{ kind: "outline", place: at, tone: owner ?? "decide" }];
    case "corner":
      return [{ kind: "corner", at: at.label ?? middle }];
    case "trace":
      if (!to) return [];
      return [
        {
          kind: "trace",
          points: [before(middle, middleOf(to), START_EDGE * at.width), end(to, ringRadius(to))],
        },
      ];
    case "arrow":
      if (!to) return [];
      return [
        {
          kind: "arrow",
          from: middle,
          to: leadsToGhost ? end(to, GHOST_EDGE * Math.min(to.width, to.height)) : middleOf(to),
          rank,
        },
      ];
    case "reply":
      return to ? [{ kind: "reply", from: middle, to: middleOf(to) }] : [{ kind: "reply-slot", place: at }];
    case "circle":
      return [{ kind: "circle", place: at, color }];
    case "line":
      return to ? [{ kind: "line", from: middle, to: middleOf(to), color }] : [];
    case "ghost":
      return [{ kind: "slot", place: at }];
    case "pushes":
    case "resists":
    case "idle":
    case "weighs":
      return plate("plain");
  }
}

import { describe, expect, it } from "vitest";
import type { InsightKind, InsightMark } from "../rules/insight";
import { grain } from "./grain";
import { boundingBox, drawMarks, isUnder, type Place } from "./marks";

const mark = (at: string, kind: InsightKind, text = "", owner: InsightMark["owner"] = null): InsightMark => ({
  at,
  kind,
  owner,
  text,
});

/** Cells of one row, 100 units wide; `x` is not on the board. */
const placeOf = (at: string): Place | undefined =>
  at === "x" ? undefined : { x: "abc".indexOf(at) * 100, y: 0, width: 100, height: 100 };

describe("marks of the rules", () => {
  it("show forces as numbers, and the row that does not move as a band", () => {
    const forces = [mark("a", "pushes", "+1"), mark("b", "weighs", "1")];
    expect(drawMarks(forces, placeOf).map(({ kind }) => kind)).toEqual(["plate", "plate"]);
    expect(drawMarks(forces, placeOf, { refused: true }).at(-1)).toEqual({
      kind: "band",
      place: { x: 0, y: 0, width: 200, height: 100 },
    });
  });

  it("let cells that fill a rectangle glow as one, and others for themselves", () => {
    const glows = (...at: string[]) =>
      drawMarks(
        at.map((one) => mark(one, "look")),
        placeOf,
      ).map((drawing) => drawing.kind === "glow" && drawing.place.width);
    expect(glows("a", "b", "c")).toEqual([300]);
    expect(glows("a", "c")).toEqual([100, 100]);
    expect(glows("b")).toEqual([100]);
  });

  it("lead from one place to another", () => {
    const [from, to] = [[50, 50] as const, [250, 50] as const];
    const lead = (kind: InsightKind) => drawMarks([{ ...mark("a", kind), to: "c" }], placeOf);
    // From the edge of what fell to the ring around what decided.
    expect(lead("trace")).toEqual([
      {
        kind: "trace",
        points: [
          [92, 50],
          [192, 50],
        ],
      },
    ]);
    expect(lead("arrow")).toEqual([{ kind: "arrow", from, to, rank: 1 }]);
    expect(lead("reply")).toEqual([{ kind: "reply", from, to }]);
  });

  it("end before a ghost, which stays visible", () => {
    const [arrow] = drawMarks([{ ...mark("a", "arrow"), to: "c" }, mark("c", "ghost", "N")], placeOf);
    expect(arrow).toMatchObject({ kind: "arrow", to: [214, 50] });
  });

  it("show an answer that leads nowhere as its place", () => {
    expect(drawMarks([mark("b", "reply", "c")], placeOf).map(({ kind }) => kind)).toEqual(["reply-slot"]);
  });

  it("put words where the place says, and beside it", () => {
    const beside = (): Place => ({
      ...{ x: 0, y: 0, width: 100, height: 100 },
      ...{ label: [102, 50], align: "start" },
    });
    const plates = drawMarks([mark("a", "decides", "counts"), mark("a", "sum", "1 < 2")], beside);
    expect(plates.filter(({ kind }) => kind === "plate")).toMatchObject([
      { at: [102, 50], align: "start" },
      { at: [50, 50], align: undefined },
    ]);
  });

  it("give each of several lines its weight and its number, the best one on top", () => {
    const lines = [
      { ...mark("a", "arrow"), to: "b", rank: 1 },
      { ...mark("a", "arrow"), to: "b", rank: 2 },
      { ...mark("c", "ghost", "N"), rank: 3 },
    ];
    const drawn = drawMarks(lines, placeOf);
    expect(drawn.map(({ kind }) => kind)).toEqual(["slot", "arrow", "arrow", "rank", "rank", "rank"]);
    const arrows = drawn.flatMap((one) => (one.kind === "arrow" ? [one.rank] : []));
    expect(arrows).toEqual([2, 1]);
    // Two lines with the same arrow: their numbers stand side by side.
    const numbers = drawn.flatMap((one) => (one.kind === "rank" ? [one] : []));
    expect(numbers.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect((numbers[1]?.at[0] ?? 0) - (numbers[0]?.at[0] ?? 0)).toBeGreaterThan(30);
    expect(drawMarks(lines.slice(0, 1), placeOf).map(({ kind }) => kind)).toEqual(["arrow"]);
  });

  it("ring what decided, with its word", () => {
    const drawn = drawMarks([mark("b", "decides", "counts", "p1")], placeOf);
    expect(drawn.map(({ kind }) => kind)).toEqual(["ring", "plate"]);
  });

  it("leave out places that the board does not show", () => {
    expect(drawMarks([mark("x", "look"), mark("a", "look")], placeOf)).toHaveLength(1);
  });

  it("show an answer beside the move on whose line it lies", () => {
    const arrow = { ...mark("a", "arrow"), to: "c" };
    for (const reply of [
      { ...mark("a", "reply"), to: "c" },
      { ...mark("c", "reply"), to: "a" },
    ]) {
      const drawn = drawMarks([arrow, reply], placeOf);
      const ys = drawn.flatMap((one) => ("from" in one ? [one.from[1], one.to[1]] : []));
      expect(Math.abs((ys[0] ?? 0) - (ys[2] ?? 0))).toBeGreaterThan(20);
      expect(ys[2]).toBe(ys[3]);
    }
    // The heads of two arrows to one place are apart.
    const high = (at: string) => {
      const place = placeOf(at);
      return place && at === "b" ? { ...place, y: 300 } : place;
    };
    const ends = drawMarks([arrow, { ...mark("b", "reply"), to: "c" }], high);
    const [one, two] = ends.flatMap((drawing) => ("to" in drawing ? [drawing.to] : []));
    expect(Math.hypot((one?.[0] ?? 0) - (two?.[0] ?? 0), (one?.[1] ?? 0) - (two?.[1] ?? 0))).toBeGreaterThan(
      30,
    );
    // Without the move it keeps its place.
    const [alone] = drawMarks([{ ...mark("a", "reply"), to: "c" }], placeOf);
    expect(alone && "from" in alone && alone.from[1]).toBe(50);
  });

  it("show the board through several cells to look at", () => {
    const glow = drawMarks([mark("a", "look"), mark("b", "look")], placeOf)[0];
    expect(glow?.kind === "glow" && glow.place.isArea).toBe(true);
  });

  it("lie under the pieces where they would hide them", () => {
    const [glow, ring] = drawMarks([mark("a", "look"), mark("a", "decides")], placeOf);
    expect(glow && isUnder(glow)).toBe(true);
    expect(ring && isUnder(ring)).toBe(false);
  });

  it("find the rectangle around places", () => {
    const places = ["a", "c"].flatMap((at) => placeOf(at) ?? []);
    expect(boundingBox(places)).toEqual({ x: 0, y: 0, width: 300, height: 100 });
  });
});

describe("the grain of wood", () => {
  it("is the same for the same seed and differs for others", () => {
    expect(grain(500, 500, 3)).toEqual(grain(500, 500, 3));
    expect(grain(500, 500, 3).fine).not.toBe(grain(500, 500, 4).fine);
  });

  it("runs across the whole panel", () => {
    const { fine, dark } = grain(500, 700, 5);
    expect(`${fine}${dark}`).toMatch(/M-4 \d+Q.*T504 /);
  });
});

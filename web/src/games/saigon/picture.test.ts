import { describe as group, expect, it } from "vitest";
import type { InsightMark } from "../../rules/insight";
import { trackPallets, identifyPallets } from "./tracking";
import { fallKeyframes } from "./fall";
import { drawRail, fallen, leanings, placeOnRail } from "./drawings";
import * as layout from "./layout";
import { parse } from "./notation";
import { ghosts, placePallets } from "./placing";
import { moveSymbols } from "./symbols";

const START = "LLLL/DDDD/LLLL/DDDD L";
const PUSHED = "LLL/LDDD/DLLL/LDDD D";
const start = parse(START);
const mark = (at: string, kind: InsightMark["kind"]): InsightMark => ({ at, kind, owner: null, text: "" });

group("the scene of a push", () => {
  const before = identifyPallets(start);
  const after = trackPallets(before, "pr", parse(PUSHED));
  const leaving = after.out.p2[0];
  const at = (phase: "lift" | "travel" | "contact" | "consequence", flipped = false) =>
    placePallets({
      pallets: phase === "lift" ? before : after,
      height: 56,
      flipped,
      scene: { move: "pr", phase, leaving: phase === "lift" ? undefined : leaving },
    });

  it("takes the pallet through the slit, and leaves its fall to the rack", () => {
    expect(at("lift")).toHaveLength(16);
    const gone = (phase: "travel" | "contact" | "consequence") => at(phase).find(({ id }) => id === leaving);
    expect(gone("travel")).toMatchObject({ turn: 0, at: undefined });
    expect(gone("travel")?.x).toBeGreaterThan(layout.slotX(4, false));
    expect(gone("contact")?.turn).toBeGreaterThan(0);
    expect(gone("consequence")).toBeUndefined();
  });

  it("drops the pallet from the slit into its place", () => {
    const frames = fallKeyframes({ x: 300, y: -40 }, 1, 3).map(({ transform }) => String(transform));
    expect(frames[0]).toContain("translate(300px, -40px)");
    expect(frames[1]).toContain("translate(318px, 62px)");
    expect(frames.at(-1)).toBe("translate(0px, 0px) rotate(0deg) scale(1)");
  });

  it("goes to the other side on a turned board", () => {
    const gone = at("travel", true).find(({ id }) => id === leaving);
    expect(gone?.x).toBeLessThan(layout.slotX(4, true));
  });

  it("leaves nothing beside the rail at rest", () => {
    const rest = placePallets({ pallets: after, height: 56, flipped: false, scene: undefined });
    expect(rest).toHaveLength(15);
    expect(rest.some(({ isLifted }) => isLifted)).toBe(false);
  });
});

group("the scene of a block", () => {
  it("lifts the block, carries it and sets it down", () => {
    const before = identifyPallets(start);
    const after = trackPallets(before, "1-3x2", parse("LL/DDDD/LLLLLL/DDDD D"));
    const lifted = (phase: "lift" | "travel" | "contact") =>
      placePallets({
        pallets: phase === "lift" ? before : after,
        height: 56,
        flipped: false,
        scene: { move: "1-3x2", phase, leaving: undefined },
      }).filter(({ isLifted }) => isLifted);
    expect(lifted("lift").map(({ at }) => at)).toEqual([
      { slot: 1, level: 2 },
      { slot: 1, level: 3 },
    ]);
    expect(lifted("travel").map(({ at }) => at?.slot)).toEqual([3, 3]);
    expect(lifted("contact")).toEqual([]);
  });
});

group("ghosts on the rail", () => {
  it("are the block under the pointer, or that of a hint", () => {
    const block = [
      { owner: "p1", slot: 3, level: 4 },
      { owner: "p1", slot: 3, level: 5 },
    ];
    expect(ghosts(start, "1-3x2", [])).toEqual(block);
    const hint = ["3.4", "3.5"].map((at): InsightMark => ({ ...mark(at, "ghost"), owner: "p1" }));
    expect(ghosts(start, undefined, [...hint, mark("1.2", "arrow")])).toEqual(block);
    expect(ghosts(start, "pr", [])).toEqual([]);
  });
});

group("marks on the rail", () => {
  const push = [
    mark("1.0", "slides"),
    mark("1.1", "held"),
    mark("1.2", "held"),
    mark("4.0", "falls"),
    mark("4.1", "held"),
  ];
  const picture = { saigon: start, flipped: false, refused: false };

  it("lean outwards, what falls more than what slides", () => {
    const right = leanings(push, false);
    expect(right.get("4.0")).toBeGreaterThan(right.get("1.0") ?? 0);
    expect(right.get("1.0")).toBeGreaterThan(0);
    expect(leanings(push, true).get("4.0")).toBeLessThan(0);
  });

  it("show the lowest pallet that is held in each stack", () => {
    const held = drawRail(push, picture).filter(({ kind }) => kind === "held");
    expect(held).toHaveLength(2);
  });

  it("mean a stack or the place on top of it", () => {
    const tall = placeOnRail("stack 2", start, false);
    expect(tall?.height).toBe(4 * 56);
    expect(placeOnRail("2", start, false)?.y).toBe(layout.RAIL - 5 * 56);
    expect(placeOnRail("out", start, false)).toBeUndefined();
    const look = drawRail([mark("2", "look")], picture)[0];
    expect(look).toMatchObject({ kind: "glow", place: { height: 4 * 56 } });
  });
});

group("the sixth pallet", () => {
  it("lies at the end where it fell out", () => {
    const marks: InsightMark[] = [{ ...mark("4", "falls"), owner: "p1" }, mark("out", "decides")];
    expect(fallen(marks, false)?.x).toBeGreaterThan(layout.WIDTH / 2);
    expect(fallen(marks, true)?.x).toBeLessThan(layout.WIDTH / 2);
    expect(fallen([mark("4.0", "falls")], false)).toBeUndefined();
  });
});

group("Saigon’s moves in the list", () => {
  it("show the block and its way", () => {
    expect(moveSymbols("1-4x2", START)).toEqual([{ piece: "p1" }, { piece: "p1" }, { text: "1 → 4" }]);
    expect(moveSymbols("2-3x4", START)).toEqual([{ text: "4 ×" }, { piece: "p2" }, { text: "2 → 3" }]);
  });

  it("show a push and the pallet that leaves", () => {
    expect(moveSymbols("pr", START)).toEqual([{ icon: "push" }, { piece: "p2" }]);
    expect(moveSymbols("pl", START)).toEqual([{ icon: "pushLeft" }, { piece: "p1" }]);
    expect(moveSymbols("pass", START)).toEqual([{ icon: "pass" }]);
  });
});

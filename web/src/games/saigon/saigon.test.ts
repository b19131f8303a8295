import { describe as group, expect, it } from "vitest";
import { snapshotOf } from "../../../tests/snapshot";
import { attempt } from "./attempt";
import { trackPallets, identifyPallets } from "./tracking";
import { spots, thickness } from "./layout";
import { parse, paths } from "./notation";
import { describePlace, describePosition } from "./describe";

const snapshot = (position: string) => snapshotOf("saigon", position);

group("Saigon notation", () => {
  it("is parsed and split into steps", () => {
    const position = parse("LLL/LDDD/-/LDDD D");
    expect(position.stacks[2]).toEqual([]);
    expect(position.out).toEqual({ p1: 3, p2: 2 });
    const keys = paths(["2-3x2", "pl"], position).map((path) => path.steps.map((step) => step.key));
    expect(keys).toEqual([["pallet:2.2", "slot:3"], ["push:l"]]);
  });

  it("supports stacks of more than nine pallets", () => {
    const [path] = paths(["2-4x10"], parse("L/DDDDDDLLLLLL/L/D L"));
    expect(path?.steps.map((step) => step.key)).toEqual(["pallet:2.2", "slot:4"]);
  });
});

group("an attempt that is not possible", () => {
  it("is the move that the places mean", () => {
    const start = snapshot("LLLL/DDDD/LLLL/DDDD L");
    expect(attempt([], "push:r", start)).toBe("pr");
    expect(attempt([], "pallet:2.1", start)).toBe("2-1x3");
    expect(attempt(["pallet:1.2"], "slot:1", start)).toBe("1-1x2");
  });

  it("is explained by the duty to pass where nothing can be moved", () => {
    const stuck = { ...snapshot("-/DL/DLLL/DDDDLL D"), legal: ["pass"] };
    expect(attempt([], "pallet:2.1", stuck)).toBe("pr");
  });
});

group("Saigon descriptions", () => {
  const start = snapshot("LLLL/DDDD/LLLL/DDDD L");

  it("describes places", () => {
    expect(describePlace("pallet:2.3", start, "en")).toBe("slot 2, pallet 4 of 4, dark");
    expect(describePlace("slot:1", start, "fr")).toBe("case 1, de bas en haut : clair, clair, clair, clair");
    expect(describePlace("slot:4", snapshot("LLL/LDDD/DLLL/- L"), "en")).toBe("slot 4, empty");
    expect(describePlace("push:r", start, "fr")).toBe("poussoir, pousser vers la droite");
  });

  it("describes the whole rail", () => {
    expect(describePosition(start, "en")).toHaveLength(5);
    expect(describePosition(start, "en")[4]).toBe("pallets out: light 0 of 6, dark 0 of 6");
  });
});

group("Saigon’s pallets", () => {
  const start = parse("LLLL/DDDD/LLLL/DDDD L");
  const first = identifyPallets(start);

  it("are carried by a block", () => {
    const moved = trackPallets(first, "1-3x2", parse("LL/DDDD/LLLLLL/DDDD D"));
    expect(moved.stacks[2]).toEqual([4, 5, 6, 7, 2, 3]);
    expect(moved.stacks[0]).toEqual([0, 1]);
  });

  it("slide in a push, and the last one goes to its rack", () => {
    const moved = trackPallets(first, "pr", parse("LLL/LDDD/DLLL/LDDD D"));
    expect(moved.stacks).toEqual([
      [1, 2, 3],
      [0, 101, 102, 103],
      [100, 5, 6, 7],
      [4, 105, 106, 107],
    ]);
    expect(moved.out).toEqual({ p1: [], p2: [104] });
    const back = trackPallets(first, "pl", parse("DLLL/LDDD/DLLL/DDD D"));
    expect(back.stacks[0]).toEqual([100, 1, 2, 3]);
    expect(back.out.p1).toEqual([0]);
  });

  it("travel as a whole stack if nothing blocks them", () => {
    const before = identifyPallets(parse("LLLL/DDDD/L/DDDD L"));
    const after = parse("-/LLLL/DDDD/LDDD D");
    const moved = trackPallets(before, "pr", after);
    expect(moved.stacks.map((stack) => stack.length)).toEqual([0, 4, 4, 4]);
    expect(moved.stacks[1]).toEqual(before.stacks[0]);
  });

  it("stay in place if the move is unknown", () => {
    const moved = trackPallets(first, undefined, parse("LLL/LDDD/DLLL/LDDD D"));
    expect(moved.stacks[0]).toEqual([0, 1, 2]);
    const all = [...moved.stacks.flat(), ...moved.out.p1, ...moved.out.p2];
    expect(new Set(all).size).toBe(16);
  });

  it("fit on the board at any stack height", () => {
    const high = parse("L/D/L/DDDDDDLLLLLLD L");
    expect(thickness(high)).toBeLessThan(thickness(start));
    for (const spot of spots(high, false).values()) {
      expect(spot.x >= 0 && spot.y >= -0.01 && spot.x + spot.width <= 1.01 && spot.y + spot.height <= 1).toBe(
        true,
      );
    }
  });
});

import { describe as group, expect, it } from "vitest";
import { carry, number } from "./carry";
import { spots, thickness } from "./layout";
import { parse, paths } from "./notation";
import { describeMove, describePlace, describePosition } from "./describe";
import type { Snapshot } from "../../rules/types";

const snapshot = (position: string): Snapshot => ({
  game: "saigon",
  variant: [],
  position,
  turn: "p1",
  legal: [],
  outcome: null,
  start: position,
  occurrences: 1,
});

group("Saigon’s texts", () => {
  it("are read and become steps", () => {
    const position = parse("LLL/LDDD/-/LDDD D");
    expect(position.stacks[2]).toEqual([]);
    expect(position.out).toEqual({ p1: 3, p2: 2 });
    const keys = paths(["2-3x2", "pl"], position).map((path) => path.steps.map((step) => step.key));
    expect(keys).toEqual([["pallet:2.2", "slot:3"], ["push:l"]]);
  });

  it("know stacks of more than nine pallets", () => {
    const [path] = paths(["2-4x10"], parse("L/DDDDDDLLLLLL/L/D L"));
    expect(path?.steps.map((step) => step.key)).toEqual(["pallet:2.2", "slot:4"]);
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

  it("describes what falls out", () => {
    const after = "LLL/LDDD/DLLL/LDDD D";
    expect(describeMove("pr", start.position, after, "en")).toBe(
      "Light pushes to the right, a dark pallet falls out, number 1",
    );
    expect(describeMove("pr", start.position, after, "fr")).toBe(
      "Les Clairs poussent vers la droite, un palet sombre tombe, le 1er",
    );
    expect(describeMove("1-3x2", start.position, after, "en")).toBe(
      "Light moves 2 pallets from slot 1 to slot 3",
    );
    expect(describeMove("1-3x1", start.position, after, "fr")).toBe(
      "Les Clairs déplacent 1 palet de la case 1 à la case 3",
    );
  });
});

group("Saigon’s pallets", () => {
  const start = parse("LLLL/DDDD/LLLL/DDDD L");
  const first = number(start);

  it("are carried by a block", () => {
    const moved = carry(first, "1-3x2", parse("LL/DDDD/LLLLLL/DDDD D"));
    expect(moved.stacks[2]).toEqual([4, 5, 6, 7, 2, 3]);
    expect(moved.stacks[0]).toEqual([0, 1]);
  });

  it("slide in a push, and the last one goes to its rack", () => {
    const moved = carry(first, "pr", parse("LLL/LDDD/DLLL/LDDD D"));
    expect(moved.stacks).toEqual([
      [1, 2, 3],
      [0, 9, 10, 11],
      [8, 5, 6, 7],
      [4, 13, 14, 15],
    ]);
    expect(moved.out).toEqual({ p1: [], p2: [12] });
    const back = carry(first, "pl", parse("DLLL/LDDD/DLLL/DDD D"));
    expect(back.stacks[0]).toEqual([8, 1, 2, 3]);
    expect(back.out.p1).toEqual([0]);
  });

  it("travel as a whole stack where nothing holds them", () => {
    const before = number(parse("LLLL/DDDD/L/DDDD L"));
    const after = parse("-/LLLL/DDDD/LDDD D");
    const moved = carry(before, "pr", after);
    expect(moved.stacks.map((stack) => stack.length)).toEqual([0, 4, 4, 4]);
    expect(moved.stacks[1]).toEqual(before.stacks[0]);
  });

  it("keep to their places when the move is not known", () => {
    const moved = carry(first, undefined, parse("LLL/LDDD/DLLL/LDDD D"));
    expect(moved.stacks[0]).toEqual([0, 1, 2]);
    const all = [...moved.stacks.flat(), ...moved.out.p1, ...moved.out.p2];
    expect(new Set(all).size).toBe(16);
  });

  it("fit on the board however high they stand", () => {
    const high = parse("L/D/L/DDDDDDLLLLLLD L");
    expect(thickness(high)).toBeLessThan(thickness(start));
    for (const spot of spots(high, false).values()) {
      expect(spot.x >= 0 && spot.y >= -0.01 && spot.x + spot.width <= 1.01 && spot.y + spot.height <= 1).toBe(
        true,
      );
    }
  });
});

import { describe, expect, it } from "vitest";
import type { Goal, ProvenPosition } from "../puzzles/types";
import { groupsOf } from "./groups";

const position = (id: string, goal: Goal): ProvenPosition => ({
  id,
  game: "some",
  variants: [],
  position: "",
  side: "p1",
  goal,
  proof: "table",
});

describe("positions to practise", () => {
  it("are grouped by result and distance, short ones first", () => {
    const groups = groupsOf([
      position("long", { result: "win", distance: 31 }),
      position("draw", { result: "draw" }),
      position("six", { result: "win", distance: 11 }),
      position("five", { result: "win", distance: 9 }),
      position("one", { result: "win", distance: 1 }),
      position("points", { result: "points", margin: 7 }),
    ]);
    expect(
      groups.map(({ result, moves, positions }) => [result, moves, positions.map(({ id }) => id)]),
    ).toEqual([
      ["win", [1, 1], ["one"]],
      ["win", [5, 6], ["five", "six"]],
      ["win", [16, 16], ["long"]],
      ["draw", undefined, ["draw"]],
      ["points", undefined, ["points"]],
    ]);
    expect(groupsOf([])).toEqual([]);
  });
});

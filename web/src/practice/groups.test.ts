import { describe, expect, it } from "vitest";
import type { ResultGoal, ProvenPosition } from "../rules/puzzle";
import { groupsOf } from "./groups";
import { practiceTexts } from "../i18n/practice";

const position = (id: string, goal: ResultGoal): ProvenPosition => ({
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
      position("eleven", { result: "win", distance: 11 }),
      position("nine", { result: "win", distance: 9 }),
      position("one", { result: "win", distance: 1 }),
    ]);
    expect(
      groups.map(({ result, plies, positions }) => [result, plies, positions.map(({ id }) => id)]),
    ).toEqual([
      ["win", [1, 1], ["one"]],
      ["win", [9, 11], ["nine", "eleven"]],
      ["win", [31, 31], ["long"]],
      ["draw", undefined, ["draw"]],
    ]);
    expect(groupsOf([])).toEqual([]);
  });

  it("for points are grouped by margin, narrow wins first", () => {
    const groups = groupsOf(
      [-30, 3, 0, 25, 7, -2, 12].map((margin) => position(String(margin), { result: "points", margin })),
    );
    expect(groups.map(({ margins, positions }) => [margins, positions.map(({ id }) => id)])).toEqual([
      [
        [3, 7],
        ["3", "7"],
      ],
      [[12, 12], ["12"]],
      [[25, 25], ["25"]],
      [[0, 0], ["0"]],
      [[-2, -2], ["-2"]],
      [[-30, -30], ["-30"]],
    ]);
    expect(
      groups.map(({ result, plies, margins }) => practiceTexts.in("en").group(result, plies, margins)),
    ).toEqual([
      "Endgames to win by 3 to 7 points",
      "Endgames to win by 12 points",
      "Endgames to win by 25 points",
      "Endgames to draw",
      "Endgames to lose by no more than 2 points",
      "Endgames to lose by no more than 30 points",
    ]);
  });
});

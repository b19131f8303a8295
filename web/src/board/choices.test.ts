import { describe, expect, it } from "vitest";
import { Choices } from "./choices";
import { trackPieces, type Piece, type Placed } from "./pieces";
import { nearestInDirection, step } from "./keyboard";
import { spotsOf } from "./spot";
import * as siam from "../games/siam/notation";

describe("choices", () => {
  const position = siam.parse("4o/2o2/1nNo1/2w2/5 E 10 -");
  const choices = new Choices(
    siam.paths(["@a1N", "@a1E", "c3c4", "c3E", "c3W", "c3-", "@e5W", "c3d4N"], position),
  );

  it("offer the stages of a move one after another", () => {
    expect(choices.next([]).map((step) => step.key)).toEqual(["reserve:p1", "cell:a1", "cell:c3"]);
    expect(choices.next(["cell:c3"]).map((step) => `${step.key} ${step.kind}`)).toEqual([
      "cell:c4 push",
      "turn:E turn",
      "cell:c3 inPlace",
      "turn:W turn",
      "leave action",
      "reserve:p1 exit",
      "cell:d4 move",
    ]);
    expect(choices.complete(["cell:c3", "cell:c4"])).toBe("c3c4");
    expect(choices.choose(["cell:c3"], "leave")).toEqual(["cell:c3", "leave"]);
    expect(choices.choose(["cell:c3"], "cell:e1")).toBeUndefined();
  });

  it("select the only shape automatically", () => {
    expect(choices.choose(["cell:c3"], "cell:d4")).toEqual(["cell:c3", "cell:d4", "facing:N"]);
    expect(choices.choose(["reserve:p1"], "cell:a1")).toEqual(["reserve:p1", "cell:a1"]);
  });
});

describe("pieces", () => {
  it("keep their identity when a row is pushed", () => {
    const row = (...xs: number[]): Placed[] => xs.map((x) => ({ kind: "rock", x, y: 0 }));
    const before: Piece<Placed>[] = row(0, 1, 3).map((placed, id) => ({ id, placed }));
    const after = trackPieces(before, row(1, 2, 3));
    expect(after.map((piece) => piece.id)).toEqual([0, 1, 2]);
    const grown = trackPieces(before, [...row(0, 1, 3), { kind: "animal", x: 4, y: 0 }]);
    expect(grown.map((piece) => piece.id)).toEqual([0, 1, 2, 3]);
  });
});

describe("keyboard navigation", () => {
  const rows = [["top"], ["a", "b", "c"], ["d", "e", "f"]];

  it("moves along and between rows and stops at the edge", () => {
    expect(step(rows, "a", [0, 1])).toBe("b");
    expect(step(rows, "a", [0, -1])).toBe("a");
    expect(step(rows, "b", [1, 0])).toBe("e");
    expect(step(rows, "c", [-1, 0])).toBe("top");
    expect(step(rows, "top", [1, 0])).toBe("b");
    expect(step(rows, "gone", [0, 1])).toBe("a");
  });

  it("selects the shape in the direction of the arrow", () => {
    const spot = spotsOf(100, 100);
    const wheel = new Map([
      ["N", spot(50, 20, 10, 10)],
      ["E", spot(80, 50, 10, 10)],
      ["S", spot(50, 80, 10, 10)],
      ["W", spot(20, 50, 10, 10)],
    ]);
    const keys = [...wheel.keys()];
    expect(nearestInDirection(wheel, keys, undefined, [-1, 0])).toBe("N");
    expect(nearestInDirection(wheel, keys, undefined, [0, 1])).toBe("E");
    expect(nearestInDirection(wheel, keys, "N", [1, 0])).toBe("S");
    expect(nearestInDirection(wheel, keys, "N", [-1, 0])).toBe("N");
    expect(nearestInDirection(wheel, ["E", "W"], "W", [0, 1])).toBe("E");
    expect(nearestInDirection(wheel, [], undefined, [0, 1])).toBeUndefined();
  });
});

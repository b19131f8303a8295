import { describe, expect, it } from "vitest";
import { Choices } from "./choices";
import { follow, type Piece, type Placed } from "./pieces";
import * as palam from "../games/palam/text";
import * as saigon from "../games/saigon/text";
import * as samliam from "../games/samliam/text";
import * as siam from "../games/siam/text";

describe("choices", () => {
  const position = siam.parse("4o/2o2/1nNo1/2w2/5 E 10 -");
  const choices = new Choices(
    siam.paths(["@a1N", "@a1E", "c3c4", "c3E", "c3W", "c3-", "@e5W", "c3d4N"], position),
  );

  it("lead through the stages of a move", () => {
    expect(choices.next([]).map((step) => step.key)).toEqual(["reserve:p1", "cell:a1", "cell:c3"]);
    expect(choices.next(["cell:c3"]).map((step) => `${step.key} ${step.mark}`)).toEqual([
      "cell:c4 arrow",
      "cell:c3 ring",
      "leave door",
      "cell:d4 dot",
    ]);
    expect(choices.complete(["cell:c3", "cell:c4"])).toBe("c3c4");
    expect(choices.choose(["cell:c3"], "leave")).toEqual(["cell:c3", "leave"]);
    expect(choices.choose(["cell:c3"], "cell:e1")).toBeUndefined();
  });

  it("take the only shape there is", () => {
    expect(choices.choose(["cell:c3"], "cell:d4")).toEqual(["cell:c3", "cell:d4", "facing:N"]);
    expect(choices.choose(["reserve:p1"], "cell:a1")).toEqual(["reserve:p1", "cell:a1"]);
  });
});

describe("texts", () => {
  it("of Siam", () => {
    const position = siam.parse("2s2/5/1ooo1/5/2N2 E 2 -");
    expect(position.reserves).toEqual({ p1: 4, p2: 4 });
    expect(position.pieces).toContainEqual({ kind: "animal", owner: "p2", cell: "c5", facing: "S" });
    expect(position.pieces.filter((piece) => piece.kind === "rock").map((piece) => piece.cell)).toEqual([
      "b3",
      "c3",
      "d3",
    ]);
  });

  it("of Sam Liam", () => {
    const position = samliam.parse("6/6/6/6/6/(Bd)Q4/D5 W s");
    expect(position.turn).toBe("p2");
    expect(position.square).toBe(true);
    expect(position.tiles).toContainEqual({ owner: "p2", cell: "a2", corner: "sw" });
    expect(position.left.p1).toEqual({ triangles: 28, squares: 2 });
    expect(samliam.paths(["c4ne", "c4#", "pass"]).map((path) => path.steps.map((step) => step.key))).toEqual([
      ["cell:c4", "corner:ne"],
      ["square", "cell:c4"],
      ["pass"],
    ]);
  });

  it("of Saigon", () => {
    const position = saigon.parse("LLL/LDDD/-/LDDD D");
    expect(position.stacks[2]).toEqual([]);
    expect(position.out).toEqual({ p1: 3, p2: 2 });
    const keys = saigon.paths(["2-3x2", "pl"], position).map((path) => path.steps.map((step) => step.key));
    expect(keys).toEqual([["pallet:2.2", "slot:3"], ["push:l"]]);
  });

  it("of Palam", () => {
    const duel = palam.parse("-,-,-,-,-,-/e6,s4,w1,-,-,e1/-,-,-,-,-,e5/k3,-,-,-,-,w5 A ak2 s 30-26");
    expect(duel.duel?.stone.name).toBe("k2");
    expect(duel.score).toEqual({ p1: 30, p2: 26 });
    expect(duel.cells["a3"]?.number).toBe(6);
    const draft = palam.parse("-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I +E4.K5.e1 2 S2.W3");
    expect(draft.draft?.up.map((stone) => stone.light)).toEqual([true, true, false]);
    expect(palam.paths(["a1c2"]).map((path) => path.steps[0]?.key)).toEqual(["cell:a1", "cell:c2"]);
  });
});

describe("pieces", () => {
  it("keep their identity when a row is pushed", () => {
    const row = (...xs: number[]): Placed[] => xs.map((x) => ({ kind: "rock", x, y: 0 }));
    const before: Piece<Placed>[] = row(0, 1, 3).map((placed, id) => ({ id, placed }));
    const after = follow(before, row(1, 2, 3));
    expect(after.map((piece) => piece.id)).toEqual([0, 1, 2]);
    const grown = follow(before, [...row(0, 1, 3), { kind: "animal", x: 4, y: 0 }]);
    expect(grown.map((piece) => piece.id)).toEqual([0, 1, 2, 3]);
  });
});

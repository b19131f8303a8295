import { describe as group, expect, it } from "vitest";
import { seen, spots } from "./layout";
import { parse, paths } from "./notation";
import { describeMove, describePlace, describePosition } from "./describe";
import type { Snapshot } from "../../rules/types";

const position = "6/6/6/6/6/(Bd)Q4/D5 W s";
const snapshot: Snapshot = {
  game: "samliam",
  variant: [],
  position,
  turn: "p2",
  legal: [],
  outcome: null,
  start: position,
  occurrences: 1,
};

group("Sam Liam’s texts", () => {
  it("are read", () => {
    const sam = parse(position);
    expect(sam.turn).toBe("p2");
    expect(sam.square).toBe(true);
    expect(sam.tiles).toContainEqual({ owner: "p2", cell: "a2", corner: "sw" });
    expect(sam.left.p1).toEqual({ triangles: 28, squares: 2 });
  });

  it("become steps, from the tray or straight onto the cell", () => {
    const keys = paths(["c4ne", "c4#", "pass"]).map((path) => path.steps.map((step) => step.key));
    expect(keys).toEqual([
      ["cell:c4", "corner:ne"],
      ["triangle", "cell:c4", "corner:ne"],
      ["square", "cell:c4"],
      ["pass"],
    ]);
  });
});

group("Sam Liam descriptions", () => {
  it("describes places and shapes", () => {
    expect(describePlace("cell:a2", snapshot, "en")).toBe(
      "a2, black triangle top right, white triangle bottom left",
    );
    expect(describePlace("cell:b2", snapshot, "fr")).toBe("b2, tuile carrée noire");
    expect(describePlace("cell:c4", snapshot, "fr")).toBe("c4, libre");
    expect(describePlace("square", snapshot, "en")).toBe("square tiles left: 3");
    expect(describePlace("corner:ne", snapshot, "fr")).toBe("angle droit en haut à droite");
  });

  it("describes the whole board", () => {
    expect(describePosition(snapshot, "en")).toEqual([
      "Black: a2 top right; b2 square; a1 bottom left; 28 triangles and 2 squares left",
      "White: a2 bottom left; 29 triangles and 3 squares left",
    ]);
    expect(describePosition(snapshot, "fr")[1]).toBe(
      "Blanc : a2 en bas à gauche ; reste 29 triangles et 3 carrés",
    );
  });

  it("describes moves by who made them", () => {
    expect(describeMove("c4ne", position, "", "en")).toBe("White triangle on c4, top right");
    expect(describeMove("c4ne", position, "", "fr")).toBe("Triangle blanc en c4, en haut à droite");
    expect(describeMove("c4#", position, "", "fr")).toBe("Tuile carrée blanche en c4");
    expect(describeMove("pass", position, "", "en")).toBe("White passes");
  });
});

group("Sam Liam’s picture", () => {
  it("turns corners round with the board", () => {
    expect(seen("nw", true)).toBe("se");
    expect(seen("nw", false)).toBe("nw");
  });

  it("keeps the large cell on the board", () => {
    for (const cell of ["a1", "f7", "c4"]) {
      const all = spots("p1", false, [`cell:${cell}`]);
      for (const corner of ["nw", "ne", "se", "sw"]) {
        const spot = all.get(`corner:${corner}`);
        expect(
          spot && spot.x >= 0 && spot.y >= 0 && spot.x + spot.width <= 1 && spot.y + spot.height <= 1,
        ).toBe(true);
      }
    }
  });
});

import { describe as group, expect, it } from "vitest";
import { center, inward, spots, turnOf, wayOf, wheelAt, WIDTH } from "./layout";
import { parse } from "./notation";
import { describeMove, describePlace, describePosition } from "./describe";
import type { Snapshot } from "../../rules/types";

const snapshot = (position: string): Snapshot => ({
  game: "siam",
  variant: [],
  position,
  turn: "p1",
  legal: [],
  outcome: null,
  start: position,
  occurrences: 1,
});

group("Siam’s texts", () => {
  it("are read", () => {
    const position = parse("2s2/5/1ooo1/5/2N2 E 2 -");
    expect(position.reserves).toEqual({ p1: 4, p2: 4 });
    expect(position.pieces).toContainEqual({ kind: "animal", owner: "p2", cell: "c5", facing: "S" });
    expect(position.pieces.filter((piece) => piece.kind === "rock").map((piece) => piece.cell)).toEqual([
      "b3",
      "c3",
      "d3",
    ]);
  });
});

group("Siam descriptions", () => {
  const start = snapshot("2s2/5/1ooo1/5/2N2 E 2 -");

  it("describes places", () => {
    expect(describePlace("cell:c1", start, "en")).toBe("c1, elephant facing north");
    expect(describePlace("cell:c5", start, "fr")).toBe("c5, rhinocéros tourné vers le sud");
    expect(describePlace("cell:b3", start, "fr")).toBe("b3, rocher");
    expect(describePlace("cell:a1", start, "en")).toBe("a1, empty");
    expect(describePlace("reserve:p2", start, "fr")).toBe("réserve, 4 rhinocéros");
    expect(describePlace("reserve:p1", start, "fr")).toBe("réserve, 4 éléphants");
    expect(describePlace("facing:W", start, "en")).toBe("facing west");
  });

  it("describes the whole board", () => {
    expect(describePosition(start, "en")).toEqual([
      "Elephants: c1 north; reserve, 4 elephants",
      "Rhinos: c5 south; reserve, 4 rhinos",
      "Rocks: b3, c3, d3",
    ]);
    expect(describePosition(start, "fr")[2]).toBe("Rochers : b3, c3, d3");
  });

  it("describes what was pushed and where to", () => {
    const before = "5/5/1ooo1/2n2/5 R 3 -";
    const after = "5/2o2/1ono1/5/5 E 4 -";
    expect(describeMove("c2c3", before, after, "en")).toBe("Rhino on c2 pushes north, rock to c4");
    expect(describeMove("c2c3", before, undefined, "en")).toBe("Rhino on c2 pushes north");
    expect(describeMove("c2c3", before, after, "fr")).toBe(
      "Rhinocéros en c2 pousse vers le nord, rocher en c4",
    );
  });

  it("describes two rocks that slide, not one that jumps", () => {
    const before = "5/2o2/2o2/2N2/2N2 E 3 -";
    const after = "2o2/2o2/2N2/2N2/5 R 4 -";
    expect(describeMove("c1c2", before, after, "en")).toBe(
      "Elephant on c1 pushes north, rock to c5, rock to c4, elephant to c3",
    );
  });

  it("describes what falls off the board", () => {
    expect(describeMove("c4c5", "2o2/2N2/5/5/5 E 3 -", "2N2/5/5/5/5 R 4 -", "en")).toBe(
      "Elephant on c4 pushes north, rock off the board",
    );
    expect(describeMove("@e1W", "5/5/5/5/o3o E 3 -", "5/5/5/5/o2oW R 4 -", "fr")).toBe(
      "Éléphant entre en e1, tourné vers l’ouest, et pousse : rocher en d1",
    );
  });

  it("describes the other moves", () => {
    const [before, after] = ["5/5/5/5/N4 E 3 -", "5/5/5/N4/5 R 4 -"];
    expect(describeMove("a1a2N", before, after, "en")).toBe("Elephant from a1 to a2, facing north");
    expect(describeMove("a1E", before, after, "fr")).toBe("Éléphant en a1 se tourne vers l’est");
    expect(describeMove("a1-", before, after, "en")).toBe("Elephant leaves a1");
    expect(describeMove("@c1N", before, after, "en")).toMatch(/^Elephant enters on c1, facing north/);
  });
});

group("Siam’s picture", () => {
  it("turns round with the board", () => {
    const [x, y] = center("a1", false);
    const [a, b] = center("e5", true);
    expect([a, b]).toEqual([x, y]);
    expect(turnOf("N", true)).toBe(180);
    expect(wayOf("E", false)).toEqual([1, 0]);
    expect(wayOf("E", true)).toEqual([-1, 0]);
  });

  it("keeps the wheel within reach", () => {
    for (const flipped of [false, true]) {
      for (const cell of ["a1", "e1", "a5", "e5", "c3"]) {
        const all = spots(flipped, [`cell:${cell}`]);
        for (const way of ["N", "E", "S", "W"]) {
          const spot = all.get(`facing:${way}`);
          expect(
            spot && spot.x >= 0 && spot.y >= 0 && spot.x + spot.width <= 1 && spot.y + spot.height <= 1,
          ).toBe(true);
        }
      }
    }
    expect(wheelAt("c3", false)[0]).toBe(WIDTH / 2);
    expect(inward("a1")).toEqual(["N", "E"]);
    expect(inward("c3")).toEqual([]);
  });
});

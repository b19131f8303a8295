import { describe as group, expect, it } from "vitest";
import { snapshotOf } from "../../../tests/snapshot";
import { loadWasm } from "../../../tests/wasm";
import { drawMarks, type Rect } from "../../board/marks";
import type { Insight } from "../../rules/insight";
import { cornerAt, fitOutlines, placeOf, seen, spots } from "./layout";
import { letterOf, parse, paths, tileOf } from "./notation";
import { describePlace, describePosition } from "./describe";
import { moveSymbols } from "./symbols";

const send = await loadWasm();
const position = "6/6/6/6/6/(Bd)Q4/D5 W s";
const snapshot = snapshotOf("samliam", position, "p2");

group("Sam Liam notation", () => {
  it("is parsed", () => {
    const sam = parse(position);
    expect(sam.turn).toBe("p2");
    expect(sam.square).toBe(true);
    expect(sam.tiles).toContainEqual({ owner: "p2", cell: "a2", corner: "sw" });
    expect(sam.left.p1).toEqual({ triangles: 28, squares: 2 });
  });

  it("is split into steps, from the tray or directly onto a cell", () => {
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
    expect(describePlace("cell:c4", snapshot, "fr")).toBe("c4, vide");
    expect(describePlace("square", snapshot, "en")).toBe("square tiles left: 3");
    expect(describePlace("corner:ne", snapshot, "fr")).toBe("angle droit en haut à droite");
  });

  it("describes the whole board", () => {
    expect(describePosition(snapshot, "en")).toEqual([
      "Black: a2 top right; b2 square tile; a1 bottom left; 28 triangles and 2 square tiles left",
      "White: a2 bottom left; 29 triangles and 3 square tiles left",
    ]);
    expect(describePosition(snapshot, "fr")[1]).toBe(
      "Blancs : a2 en bas à gauche ; il reste 29 triangles et 3 tuiles carrées",
    );
  });
});

group("Sam Liam layout", () => {
  it("rotates corners with the board", () => {
    expect(seen("nw", true)).toBe("se");
    expect(seen("nw", false)).toBe("nw");
  });

  it("keeps the enlarged cell within the board", () => {
    for (const cell of ["a1", "f7", "c4"]) {
      const all = spots(false, [`cell:${cell}`]);
      for (const corner of ["nw", "ne", "se", "sw"]) {
        const spot = all.get(`corner:${corner}`);
        expect(
          spot && spot.x >= 0 && spot.y >= 0 && spot.x + spot.width <= 1 && spot.y + spot.height <= 1,
        ).toBe(true);
      }
    }
  });

  it("takes a click in the free half for it, and one in the other half for another corner", () => {
    // The half at the bottom right is free.
    expect(cornerAt(0.9, 0.4, false, ["se"])).toBe("se");
    expect(cornerAt(0.5, 0.5, false, ["se"])).toBe("se");
    expect(cornerAt(0.2, 0.2, false, ["se"])).toBe("nw");
    expect(cornerAt(0.2, 0.2, true, ["se"])).toBe("se");
    expect(cornerAt(0.9, 0.4, false, ["nw", "ne", "se", "sw"])).toBe("ne");
  });

  it("knows cells, halves and squares", () => {
    const cell = placeOf("b6", false);
    expect(cell).toMatchObject({ width: 100, height: 100 });
    expect(placeOf("b6:d4", false)).toMatchObject({ x: cell?.x, y: cell?.y, width: 300, height: 300 });
    expect(placeOf("b6:d4", true)).toMatchObject({ width: 300, height: 300 });
    const half = placeOf("b6.se", false);
    expect(half?.label).toEqual([(cell?.x ?? 0) + 100, (cell?.y ?? 0) + 100]);
    expect(half?.points?.split(" ")).toHaveLength(3);
    expect(placeOf("elsewhere", false)).toBeUndefined();
  });
});

group("the winning squares of Sam Liam", () => {
  const outlines = (moves: string, flipped = false) => {
    const { marks } = send({ do: "ending", lang: "en", game: "samliam", moves: moves.split(" ") }) as Insight;
    const drawings = fitOutlines(drawMarks(marks, (at) => placeOf(at, flipped)));
    const cornersOf = (place: Rect) =>
      drawings.filter(
        (one) =>
          one.kind === "corner" &&
          [place.x, place.x + place.width].includes(one.at[0]) &&
          [place.y, place.y + place.height].includes(one.at[1]),
      ).length;
    return drawings.flatMap((one) =>
      one.kind === "outline" ? [{ ...one.place, corners: cornersOf(one.place) }] : [],
    );
  };

  it("are outlined through their four right angles", () => {
    const one = "a3sw f6sw a4se c6nw e1se a1nw c3se b1nw c5ne c1nw a5nw";
    const [x, y] = [placeOf("a5", false)?.x, placeOf("a5", false)?.y];
    expect(outlines(one)).toEqual([{ x, y, width: 300, height: 300, corners: 4 }]);
    expect(outlines(one, true)).toMatchObject([{ width: 300, corners: 4 }]);
  });

  it("are told apart where one points outward and the other inward", () => {
    const two =
      "f3nw e2se a1ne c2se f1ne b4nw a6ne b2ne c3ne f6ne a3ne b7ne b1se d4ne f5ne b3sw d3se a7ne a6sw d1nw e1nw d5ne " +
      "a1sw b5ne a3sw b6nw c2nw c3sw d3nw e6sw d7sw c1se d4sw c4sw d6#";
    expect(outlines(two).map(({ width, corners }) => [width, corners])).toEqual([
      [400, 4],
      [200, 4],
    ]);
  });
});

group("Sam Liam symbols", () => {
  it("show the tile as it lies, and its cell", () => {
    expect(moveSymbols("c4ne", position)).toEqual([{ piece: "b" }, { text: "c4" }]);
    expect(moveSymbols("c4#", position.replace(" W ", " B "))).toEqual([{ piece: "Q" }, { text: "c4" }]);
    expect(moveSymbols("pass", position)).toEqual([{ text: "–" }]);
  });

  it("are the letters of the position text", () => {
    for (const letter of "ABCDQabcdq") {
      const { owner, corner } = tileOf(letter);
      expect(letterOf(owner, corner)).toBe(letter);
    }
  });
});

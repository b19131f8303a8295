import { describe, expect, it } from "vitest";
import { Grid } from "./grid";

describe("a grid", () => {
  const grid = new Grid({ columns: 3, rows: 2 }, { cell: 100, frame: 20, place: 80 });

  it("names its cells as the first player sees them", () => {
    expect(grid.names).toEqual([
      ["a2", "b2", "c2"],
      ["a1", "b1", "c1"],
    ]);
    expect([grid.width, grid.height]).toEqual([340, 240]);
  });

  it("is turned by half a turn for the second player", () => {
    expect(grid.middle("a1", false)).toEqual([70, 170]);
    expect(grid.middle("a1", true)).toEqual(grid.middle("c2", false));
    expect(grid.keys(true)[0]).toEqual(["cell:c1", "cell:b1", "cell:a1"]);
    expect(grid.labels(true).find(({ text }) => text === "a")?.x).toBe(270);
  });

  it("places marks in the middle of a cell and nowhere else", () => {
    expect(grid.placeOf("b2", false)).toEqual({ x: 130, y: 30, width: 80, height: 80, label: [170, 70] });
    expect(grid.placeOf("d4", false)).toBeUndefined();
    expect(grid.spots(false).get("cell:a2")).toEqual({
      x: 20 / 340,
      y: 20 / 240,
      width: 100 / 340,
      height: 100 / 240,
    });
  });

  it("reads its rows", () => {
    expect(grid.parse("1x1/3")).toEqual([{ cell: "b2", content: "x" }]);
    expect(() => grid.parse("x/3")).toThrow("row 2");
  });
});

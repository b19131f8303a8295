import { describe, expect, it } from "vitest";
import { parseRows, RowsError } from "./rows";

const WIDE = { columns: 3, rows: 2 };

describe("rows of a position text", () => {
  it("name their occupied cells", () => {
    expect(parseRows("2x/y2", WIDE)).toEqual([
      { cell: "c2", content: "x" },
      { cell: "a1", content: "y" },
    ]);
    expect(parseRows("3/3/3", { columns: 3, rows: 3 })).toEqual([]);
  });

  it("may have several characters in a cell", () => {
    expect(parseRows("1(aC)1/A2", WIDE)).toEqual([
      { cell: "b2", content: "aC" },
      { cell: "a1", content: "A" },
    ]);
  });

  it.each([
    ["3", "2 rows expected, not 1"],
    ["3/3/3", "2 rows expected, not 3"],
    ["2/3", "row 2 must have 3 cells, not 2"],
    ["3/xxxx", "row 1 must have 3 cells, not 4"],
    ["12/3", "row 2 has two digits side by side"],
    ["", "2 rows expected, not 1"],
  ])("of %j are refused with the reason", (text, reason) => {
    expect(() => parseRows(text, WIDE)).toThrow(RowsError);
    expect(() => parseRows(text, WIDE)).toThrow(reason);
  });
});

import { describe, expect, it } from "vitest";
import { capitalize, countEn, countFr, movesToWin, percent, sentence } from "./phrases";

describe("sentences", () => {
  it("begin with a capital, unless they begin with a place", () => {
    expect(capitalize("the row moves")).toBe("The row moves");
    expect(capitalize("éléphant en c2")).toBe("Éléphant en c2");
    expect(capitalize("c2 is free")).toBe("c2 is free");
    expect(capitalize("a")).toBe("A");
    expect(capitalize("b2b is no place")).toBe("B2b is no place");
    expect(capitalize("")).toBe("");
  });

  it("end with a full stop, unless they have another end", () => {
    expect(sentence("the row moves")).toBe("The row moves.");
    expect(sentence(" c2 is free. ")).toBe("c2 is free.");
    expect(sentence("searching…")).toBe("Searching…");
    expect(sentence("")).toBe("");
  });
});

describe("numbers", () => {
  it("have a singular noun for 1, in French for 0 too", () => {
    expect([0, 1, 2].map((number) => countEn(number, "ply", "plies"))).toEqual([
      "0 plies",
      "1 ply",
      "2 plies",
    ]);
    expect([0, 1, 2].map((number) => countFr(number, "coup", "coups"))).toEqual([
      "0 coup",
      "1 coup",
      "2 coups",
    ]);
  });

  it("count the moves of the winner", () => {
    expect([1, 2, 3, 4, 5].map(movesToWin)).toEqual([1, 1, 2, 2, 3]);
  });

  it("are percentages with the typography of the language", () => {
    expect(percent(0.256, "en")).toBe("26%");
    expect(percent(0.256, "fr")).toMatch(/^26[\u00a0\u202f]%$/);
    expect(percent(0.256, "en", 1)).toBe("25.6%");
  });
});

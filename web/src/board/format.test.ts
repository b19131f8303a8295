import { describe, expect, it } from "vitest";
import { capitalize } from "./format";

describe("sentences", () => {
  it("begin with a capital, unless they begin with a place", () => {
    expect(capitalize("the row moves")).toBe("The row moves");
    expect(capitalize("éléphant en c2")).toBe("Éléphant en c2");
    expect(capitalize("c2 is free")).toBe("c2 is free");
    expect(capitalize("a")).toBe("A");
    expect(capitalize("b2b is no place")).toBe("B2b is no place");
    expect(capitalize("")).toBe("");
  });
});

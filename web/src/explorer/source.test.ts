import { describe, expect, it } from "vitest";
import { hasRatings, SERVER_SOURCES, SOURCES, sourceOf } from "./source";

describe("sources of games", () => {
  it("are read from the device, the book by default", () => {
    expect(sourceOf("people")).toBe("people");
    for (const other of [undefined, "masters", 3]) expect(sourceOf(other)).toBe("book");
  });

  it("keep imported games apart", () => {
    for (const source of SOURCES.filter((one) => one !== "book" && one !== "import"))
      expect(SERVER_SOURCES[source as "people"]).not.toContain("import");
    expect(SOURCES.filter(hasRatings)).toEqual(["people", "bots"]);
  });
});

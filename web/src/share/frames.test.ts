import { describe, expect, it } from "vitest";
import { MAX_FRAMES, plies } from "./frames";

describe("the positions of an animation", () => {
  it("are all of a short game", () => {
    expect(plies(0)).toEqual([0]);
    expect(plies(3)).toEqual([0, 1, 2, 3]);
  });

  it("are at equal distances in a long game, with its end", () => {
    for (const count of [118, 119, 120, 121, 500, 5_000]) {
      const shown = plies(count);
      expect(shown.length).toBeLessThanOrEqual(MAX_FRAMES);
      expect(shown[0]).toBe(0);
      expect(shown.at(-1)).toBe(count);
      expect(new Set(shown).size).toBe(shown.length);
    }
  });
});

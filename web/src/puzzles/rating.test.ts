import { describe, expect, it } from "vitest";
import { expectedScore, FIRST_RATING, rated } from "./rating";

describe("the rating on the device", () => {
  it("expects half a point against an equal puzzle and less against a harder one", () => {
    expect(expectedScore(1500, 1500)).toBe(0.5);
    expect(expectedScore(1500, 1900)).toBeCloseTo(1 / 11);
    expect(expectedScore(1900, 1500)).toBeCloseTo(10 / 11);
  });

  it("rises with a solved puzzle and falls with a failed one, less as attempts add up", () => {
    expect(rated(FIRST_RATING, 0, 1500, true)).toBe(1530);
    expect(rated(FIRST_RATING, 0, 1500, false)).toBe(1470);
    expect(rated(FIRST_RATING, 10, 1500, true)).toBe(1520);
    expect(rated(FIRST_RATING, 30, 1500, true)).toBe(1510);
  });

  it("settles at the strength of a solver", () => {
    let rating = FIRST_RATING;
    // Solves everything below 1200 and nothing above.
    for (let count = 0; count < 200; count += 1) {
      const puzzle = rating + (count % 2 === 0 ? 40 : -40);
      rating = rated(rating, count, puzzle, puzzle < 1200);
    }
    expect(Math.abs(rating - 1200)).toBeLessThan(60);
  });
});

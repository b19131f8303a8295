import { describe, expect, it } from "vitest";
import { RATING_STEP, nextOfRun, nextOfStream, nextPuzzle } from "./select";
import type { Puzzle } from "../rules/puzzle";

const puzzle = (id: string, rating: number): Puzzle => ({
  id,
  game: "some",
  variants: [],
  position: "",
  side: "p1",
  goal: { result: "win" },
  proof: "search",
  moves: 1,
  solution: [],
  themes: [],
  rating,
});
/** Ratings from 800 to 1790 in steps of ten. */
const all = Array.from({ length: 100 }, (_, index) => puzzle(`p${index}`, 800 + 10 * index));
const FIRST = () => 0;
const LAST = () => 0.999;

describe("the next puzzle", () => {
  it("is near the wanted rating", () => {
    expect(nextPuzzle(all, 1300, FIRST)?.rating).toBe(1240);
    expect(nextPuzzle(all, 1300, LAST)?.rating).toBe(1360);
  });

  it("is looked for further away where there are few", () => {
    expect(nextPuzzle(all, 2500, FIRST)?.rating).toBeLessThanOrEqual(1790);
    expect(nextPuzzle([puzzle("a", 900)], 2500, LAST)?.id).toBe("a");
    expect(nextPuzzle([], 1500)).toBeUndefined();
  });
});

describe("the stream", () => {
  it("has no puzzle twice while there are others", () => {
    const attempts = new Map<string, boolean>();
    for (let count = 0; count < all.length; count += 1) {
      const next = nextOfStream(all, attempts, 1300, undefined, FIRST);
      expect(attempts.has(next?.id ?? "")).toBe(false);
      attempts.set(next?.id ?? "", count % 2 === 0);
    }
    // Then those that were not solved come again, but not the one shown last.
    const again = nextOfStream(all, attempts, 1300, undefined, FIRST);
    expect(attempts.get(again?.id ?? "")).toBe(false);
    expect(nextOfStream(all, attempts, 1300, again?.id, FIRST)?.id).not.toBe(again?.id);
  });

  it("goes on when everything is solved", () => {
    const solved = new Map(all.map(({ id }) => [id, true]));
    expect(nextOfStream(all, solved, 1300, undefined, FIRST)).toBeDefined();
    expect(nextOfStream([puzzle("a", 900)], new Map([["a", true]]), 1300, "a")?.id).toBe("a");
    expect(nextOfStream([], solved, 1300, undefined)).toBeUndefined();
  });
});

describe("a run", () => {
  it("begins with the easiest puzzles and climbs", () => {
    const seen = new Set<string>();
    const ratings: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      const next = nextOfRun(all, seen, RATING_STEP.streak, LAST);
      if (!next) throw new Error("no puzzle");
      seen.add(next.id);
      ratings.push(next.rating);
    }
    expect(seen.size).toBe(15);
    // The easiest has 800; the window doubles once, because there are seven within 60 points.
    expect(ratings[0]).toBe(920);
    expect(ratings.at(-1)).toBeGreaterThan(1300);
  });

  it("ends when every puzzle has been seen", () => {
    expect(nextOfRun(all, new Set(all.map(({ id }) => id)), RATING_STEP.timed)).toBeUndefined();
    expect(nextOfRun([], new Set(), RATING_STEP.timed)).toBeUndefined();
  });
});

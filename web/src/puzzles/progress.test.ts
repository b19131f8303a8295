import { describe, expect, it } from "vitest";
import { progressOf, withAttempt, withRun, withSent } from "./progress";

const EMPTY = progressOf(undefined);

describe("progress on the device", () => {
  it("begins empty and survives what it cannot read", () => {
    expect(EMPTY).toEqual({ rating: 1500, attempts: [], bestStreak: 0, bestTimed: 0 });
    expect(progressOf("x")).toEqual(EMPTY);
    expect(progressOf({ rating: "x", attempts: [1, null, { id: "a" }], bestStreak: NaN })).toEqual(EMPTY);
    const saved = withAttempt(EMPTY, { id: "a", rating: 1500 }, true, 7);
    expect(progressOf(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
  });

  it("rates the first attempt at a puzzle only", () => {
    const first = withAttempt(EMPTY, { id: "a", rating: 1500 }, false, 7);
    expect(first).toMatchObject({ rating: 1470, attempts: [{ id: "a", solved: false, at: 7 }] });
    expect(withAttempt(first, { id: "a", rating: 1500 }, false, 8)).toBe(first);
    expect(withAttempt(first, { id: "b", rating: 1470 }, true, 8).rating).toBe(1500);
  });

  it("remembers that a later attempt succeeded, and tells the account", () => {
    const first = withSent(withAttempt(EMPTY, { id: "a", rating: 1500 }, false, 7), new Set(["a"]));
    const later = withAttempt(first, { id: "a", rating: 1500 }, true, 8);
    expect(later).toEqual({ ...first, attempts: [{ id: "a", solved: true, at: 7 }] });
    expect(withAttempt(later, { id: "a", rating: 1500 }, false, 9)).toBe(later);
  });

  it("knows which attempts the account has", () => {
    let progress = withAttempt(EMPTY, { id: "a", rating: 1500 }, true, 1);
    progress = withSent(withAttempt(progress, { id: "b", rating: 1500 }, true, 2), new Set(["a"]));
    expect(progress.attempts.map(({ isSent }) => isSent)).toEqual([true, undefined]);
  });

  it("keeps the best runs", () => {
    const progress = withRun(withRun(withRun(EMPTY, "streak", 4), "streak", 2), "timed", 9);
    expect(progress).toMatchObject({ bestStreak: 4, bestTimed: 9 });
  });
});

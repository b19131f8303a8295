import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadProgress } from "./progress";
import { PENALTY, Run, TIME } from "./run.svelte";
import type { Puzzle } from "../rules/puzzle";

const puzzles = Array.from({ length: 30 }, (_, index): Puzzle => ({
  id: `p${index}`,
  game: "some",
  variants: [],
  position: "",
  side: "p1",
  goal: { result: "win" },
  proof: "search",
  moves: 1,
  solution: [],
  themes: [],
  rating: 800 + 30 * index,
}));

let now = 0;
const conditions = { now: () => now, random: () => 0 };

beforeEach(() => {
  now = 1_000_000;
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});

describe("a streak", () => {
  it("ends with the first wrong move, keeps its puzzle and saves the best result", () => {
    const run = new Run("streak", "some", puzzles, conditions);
    const first = run.puzzle;
    run.succeed();
    run.succeed();
    expect(run.puzzle?.rating).toBeGreaterThan(first?.rating ?? 0);
    const missed = run.puzzle;
    run.fail();
    expect([run.solved, run.isOver, run.isRecord]).toEqual([2, true, true]);
    expect(run.puzzle).toBe(missed);
    run.succeed();
    expect(run.solved).toBe(2);
    expect(loadProgress("some").bestStreak).toBe(2);
    const next = new Run("streak", "some", puzzles, conditions);
    next.fail();
    expect([next.best, next.isRecord, loadProgress("some").bestStreak]).toEqual([2, false, 2]);
  });

  it("counts although it is left before its end", () => {
    const run = new Run("streak", "some", puzzles, conditions);
    run.succeed();
    run.succeed();
    expect([run.isOver, loadProgress("some").bestStreak]).toEqual([false, 2]);
    expect(new Run("timed", "some", puzzles, conditions).best).toBe(0);
  });

  it("ends when all puzzles are solved", () => {
    const run = new Run("streak", "some", puzzles.slice(0, 3), conditions);
    for (let count = 0; count < 3; count += 1) run.succeed();
    expect([run.isOver, run.solved, run.puzzle]).toEqual([true, 3, undefined]);
  });
});

describe("three minutes", () => {
  it("go on after a wrong move, which costs time, until the time is over", () => {
    const run = new Run("timed", "some", puzzles, conditions);
    const first = run.puzzle;
    now += 20_000;
    run.tick();
    expect(run.left).toBe(TIME - 20_000);
    run.fail();
    expect([run.left, run.missed, run.isOver]).toEqual([TIME - 20_000 - PENALTY, [first], false]);
    expect(run.puzzle).not.toBe(first);
    run.succeed();
    now += TIME;
    run.tick();
    expect([run.left, run.isOver, run.solved]).toEqual([0, true, 1]);
    run.succeed();
    expect(run.solved).toBe(1);
    expect(loadProgress("some").bestTimed).toBe(1);
  });

  it("can be ended by the cost of a wrong move", () => {
    const run = new Run("timed", "some", puzzles, conditions);
    now += TIME - PENALTY / 2;
    run.fail();
    expect([run.left, run.isOver]).toEqual([0, true]);
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { nextLevel, recordWin, wonLevels } from "./levelProgress";

describe("the ladder", () => {
  beforeEach(() => {
    const saved = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => saved.get(key) ?? null,
      setItem: (key: string, value: string) => saved.set(key, value),
    });
  });

  it("has each beaten level once, per game", () => {
    for (const level of [3, 1, 3]) recordWin("siam", level);
    expect(wonLevels("siam")).toEqual([1, 3]);
    expect(wonLevels("palam")).toEqual([]);
  });

  it("ignores what it did not save", () => {
    localStorage.setItem("mekong.won.siam", JSON.stringify([2, "x", 99, null]));
    expect(wonLevels("siam")).toEqual([2]);
    localStorage.setItem("mekong.won.siam", "{}");
    expect(wonLevels("siam")).toEqual([]);
  });

  it("suggests the level above the highest win, or the usual one", () => {
    expect(nextLevel([1, 4], 3)).toBe(5);
    expect(nextLevel([10], 3)).toBeUndefined();
    expect(nextLevel([], 3)).toBe(3);
  });
});

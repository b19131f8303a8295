import { afterEach, describe, expect, it, vi } from "vitest";
import { Analysis } from "./analysis.svelte";

const BASE = { game: "siam", variant: [] };
const CURSOR = { tree: { next: [{ move: "@c1N", next: [] }] }, path: [0] };
const REVIEW = { moves: [], p1_win_chance: 0.5, players: {}, turning_points: [] };

const save = (content: object): void => {
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(content) });
};

afterEach(() => vi.unstubAllGlobals());

describe("a saved analysis", () => {
  it("is read back", () => {
    save({ base: BASE, cursor: CURSOR, review: REVIEW });
    expect(Analysis.saved("siam")).toEqual({ base: BASE, cursor: CURSOR, review: REVIEW });
  });

  it("of an earlier version is read under its new names", () => {
    save({ base: BASE, spot: CURSOR, judgement: REVIEW });
    expect(Analysis.saved("siam")).toEqual({ base: BASE, cursor: CURSOR, review: REVIEW });
  });

  it("is ignored if it has no tree", () => {
    save({ base: BASE, cursor: {} });
    expect(Analysis.saved("siam")).toBeUndefined();
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { loadWasm, type Send } from "../../tests/wasm";
import { dateOf, dayOf, gameOfDay } from "./day";

let send: Send;
beforeAll(async () => void (send = await loadWasm()));

describe("the day", () => {
  it("changes at midnight UTC, whatever the zone of the device", () => {
    expect(dayOf(Date.parse("1970-01-01T23:59:59.999Z"))).toBe(0);
    expect(dayOf(Date.parse("2026-11-17T00:00:00Z"))).toBe(20_774);
    expect(dayOf(Date.parse("2026-11-17T23:59:59Z"))).toBe(20_774);
    expect(dayOf(Date.parse("2026-11-17T23:30:00-05:00"))).toBe(20_775);
    expect(dateOf(20_774).toISOString()).toBe("2026-11-17T00:00:00.000Z");
  });

  it("has a game: they take turns", () => {
    expect([0, 1, 2, 3].map((day) => gameOfDay(["a", "b", "c"], day))).toEqual(["a", "b", "c", "a"]);
    expect(gameOfDay([], 5)).toBeUndefined();
  });

  it("has the puzzle that the server has", () => {
    // The same numbers as in the tests of crates/puzzles: the rules library and the server share the function.
    const index = (game: string) => send({ do: "daily", game, day: 20_774, count: 400 });
    expect([index("siam"), index("palam")]).toEqual([{ index: 183 }, { index: 195 }]);
  });
});

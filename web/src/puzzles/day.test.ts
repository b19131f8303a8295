import { beforeAll, describe, expect, it } from "vitest";
import { loadWasm, type Send } from "../../tests/wasm";
import { GAME_IDS } from "../games";
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

  it.each(GAME_IDS)("has a puzzle of %s that stays when the list grows, and no puzzle twice", (game) => {
    // The function is that of the server, whose tests have its numbers.
    const index = (day: number, count: number) =>
      (send({ do: "daily", game, day, count }) as { index: number }).index;
    const round = Array.from({ length: 300 }, (_, day) => index(600 + day, 300));
    expect(new Set(round).size).toBe(300);
    expect(index(20_774, 4_000)).toBe(index(20_774, 300));
  });
});

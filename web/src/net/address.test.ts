import { describe, expect, test } from "vitest";
import { address } from "./address";

describe("address", () => {
  test("path parameters are filled in and encoded", () => {
    expect(address("/api/player/{name}/export", { path: { name: "a/b" } })).toBe("/api/player/a%2Fb/export");
  });
  test("undefined and empty query parameters are left out", () => {
    const query = { rated: true, player: "", since: undefined, limit: 0 };
    expect(address("/api/games", { query })).toBe("/api/games?rated=true&limit=0");
    expect(address("/api/games", { query: { player: "" } })).toBe("/api/games");
  });
});

import { describe, expect, it } from "vitest";
import { MAX_PAGES, nextGames } from "./pagination";
import type { GameListView, ListedGameView } from "./schema";

/** A list with pages of these sizes, and the cursors that were requested. */
function server(...counts: number[]) {
  const requested: (string | null)[] = [];
  const load = (before: string | null): Promise<GameListView> => {
    requested.push(before);
    const at = before === null ? 0 : Number(before);
    const games = Array.from(
      { length: counts[at] ?? 0 },
      (_, game) => ({ id: `${at}.${game}` }) as ListedGameView,
    );
    return Promise.resolve({ games, next: at + 1 < counts.length ? String(at + 1) : null });
  };
  return { load, requested };
}

describe("nextGames", () => {
  it("returns one page, even a short one", async () => {
    const { load, requested } = server(2, 1);
    expect((await nextGames(load, null)).games.map(({ id }) => id)).toEqual(["0.0", "0.1"]);
    expect(await nextGames(load, "1")).toEqual({ games: [{ id: "1.0" }], next: null });
    expect(requested).toEqual([null, "1"]);
  });

  it("skips empty pages", async () => {
    const { load, requested } = server(0, 0, 3, 1);
    const page = await nextGames(load, null);
    expect([page.games.length, page.next]).toEqual([3, "3"]);
    expect(requested).toEqual([null, "1", "2"]);
  });

  it("returns nothing at the end of the list", async () => {
    const { load } = server(0, 0);
    expect(await nextGames(load, null)).toEqual({ games: [], next: null });
  });

  it("stops after a limited number of empty pages and returns the cursor", async () => {
    const counts = [...Array.from({ length: MAX_PAGES + 1 }, () => 0), 1];
    const { load, requested } = server(...counts);
    const page = await nextGames(load, null);
    expect(page).toEqual({ games: [], next: String(MAX_PAGES) });
    expect(requested.length).toBe(MAX_PAGES);
    expect((await nextGames(load, page.next)).games.length).toBe(1);
  });
});

import { describe, expect, it } from "vitest";
import { MAX_PAGES, nextGames } from "./pages";
import type { GameList, Listed } from "./wire";

/** A list of pages, each with so many games, and where it was asked from. */
function server(...counts: number[]) {
  const asked: (string | null)[] = [];
  const ask = (before: string | null): Promise<GameList> => {
    asked.push(before);
    const at = before === null ? 0 : Number(before);
    const games = Array.from({ length: counts[at] ?? 0 }, (_, game) => ({ id: `${at}.${game}` }) as Listed);
    return Promise.resolve({ games, next: at + 1 < counts.length ? String(at + 1) : null });
  };
  return { ask, asked };
}

describe("the next games of a list", () => {
  it("are those of one page, also of a short one", async () => {
    const { ask, asked } = server(2, 1);
    expect((await nextGames(ask, null)).games.map(({ id }) => id)).toEqual(["0.0", "0.1"]);
    expect(await nextGames(ask, "1")).toEqual({ games: [{ id: "1.0" }], next: null });
    expect(asked).toEqual([null, "1"]);
  });

  it("are looked for behind empty pages", async () => {
    const { ask, asked } = server(0, 0, 3, 1);
    const page = await nextGames(ask, null);
    expect([page.games.length, page.next]).toEqual([3, "3"]);
    expect(asked).toEqual([null, "1", "2"]);
  });

  it("are none at the end of the list", async () => {
    const { ask } = server(0, 0);
    expect(await nextGames(ask, null)).toEqual({ games: [], next: null });
  });

  it("are not looked for without end, and the reader can go on", async () => {
    const counts = [...Array.from({ length: MAX_PAGES + 1 }, () => 0), 1];
    const { ask, asked } = server(...counts);
    const page = await nextGames(ask, null);
    expect(page).toEqual({ games: [], next: String(MAX_PAGES) });
    expect(asked.length).toBe(MAX_PAGES);
    expect((await nextGames(ask, page.next)).games.length).toBe(1);
  });
});

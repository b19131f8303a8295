/** Pagination of game lists. */
import type { GameList } from "./wire";

/** The number of pages requested before an empty result is shown. */
export const MAX_PAGES = 5;

/**
 * The next games of a list. A page of the server may be empty though the list goes on, when what is looked for is rare: then
 * the pages after it are asked for, a few at most. If `next` of the result is not null, the list goes on.
 */
export async function nextGames(
  ask: (before: string | null) => Promise<GameList>,
  before: string | null,
): Promise<GameList> {
  let page = await ask(before);
  for (let asked = 1; asked < MAX_PAGES && page.games.length === 0 && page.next !== null; asked++) {
    page = await ask(page.next);
  }
  return page;
}

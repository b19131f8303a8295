/** Pagination of game lists. */
import type { GameListView } from "./schema";

/** The number of pages requested before an empty result is shown. */
export const MAX_PAGES = 5;

/**
 * The next games of a list. The server may send an empty page before the end of the list if matches are rare: then the
 * following pages are requested, up to `MAX_PAGES`. If `next` of the result is not null, there are more games.
 */
export async function nextGames(
  load: (before: string | null) => Promise<GameListView>,
  before: string | null,
): Promise<GameListView> {
  let page = await load(before);
  for (let loaded = 1; loaded < MAX_PAGES && page.games.length === 0 && page.next !== null; loaded++) {
    page = await load(page.next);
  }
  return page;
}

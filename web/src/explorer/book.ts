/** The self-play book of a game: from the server, and kept for use offline. */
import { api } from "../net/api";
import type { BookMoveView, BookView } from "../net/schema";
import { networkFirst } from "../offline/networkFirst";
import { once } from "../once";

export interface LoadedBook {
  readonly effort: BookView["effort"];
  /** The moves of a position; undefined if it is not in the book. */
  readonly moves: (position: string) => readonly BookMoveView[] | undefined;
}

export const loadBook: (game: string) => Promise<LoadedBook> = once(async (game) => {
  const { effort, positions } = await networkFirst(`book-${game}`, () => api.book(game));
  const byText = new Map(positions.map(({ position, moves }) => [position, moves]));
  return { effort, moves: (position) => byText.get(position) };
});

/** The puzzles of a game: from the server, and kept for use offline. */
import { api } from "../net/api";
import { networkFirst } from "../offline/networkFirst";
import { once } from "../once";
import { dailyIndex } from "../rules/prover";
import { games } from "../rules/client";
import { gameOfDay } from "./day";
import type { Collection, ProvenPosition, Puzzle } from "../rules/puzzle";

export const loadCollection: (game: string) => Promise<Collection> = once((game) =>
  networkFirst(`puzzles-${game}`, () => api.puzzles(game)),
);

/** Positions to practise. A game without a list of its own has those of its puzzles. */
export const loadPractice: (game: string) => Promise<readonly ProvenPosition[]> = once(async (game) => {
  const { positions } = await networkFirst(`practice-${game}`, () => api.practice(game));
  return positions.length > 0 ? positions : (await loadCollection(game)).puzzles;
});

/** The puzzle of a game on a day. */
export async function dailyPuzzle(game: string, day: number): Promise<Puzzle | undefined> {
  const { puzzles } = await loadCollection(game);
  const index = await dailyIndex(game, day, puzzles.length);
  return index === null ? undefined : puzzles[index];
}

/** The puzzle of a day among all games. */
export async function puzzleOfDay(day: number): Promise<Puzzle | undefined> {
  const all = await games("en");
  const counts = await Promise.all(all.map(async ({ id }) => (await loadCollection(id)).puzzles.length));
  const game = gameOfDay(
    all.flatMap(({ id }, index) => ((counts[index] ?? 0) > 0 ? [id] : [])),
    day,
  );
  return game === undefined ? undefined : dailyPuzzle(game, day);
}

/** The games saved on this device: per game, the last one against the computer and the last one with two players. */
import { GAMES } from "./games";
import type { Setup } from "./local.svelte";
import type { Seat } from "./rules/types";
import { read, write } from "./storage";

export interface SavedGame {
  readonly setup: Setup;
  readonly moves: readonly string[];
  readonly resigned?: Seat;
  /** The position after the moves, for the home page. */
  readonly position?: string;
  readonly isOver?: boolean;
  /** When it was saved, in milliseconds since 1970. */
  readonly at?: number;
}

export interface UnfinishedGame {
  readonly game: string;
  readonly level: number | undefined;
  readonly moves: number;
  readonly position: string;
  readonly at: number;
  readonly address: string;
}

const storageKey = (game: string, isFriend: boolean) => `game.${game}.${isFriend ? "friend" : "computer"}`;

export const savedGame = (game: string, isFriend: boolean): SavedGame | undefined =>
  read<SavedGame>(storageKey(game, isFriend));

export const saveGame = (saved: SavedGame): void =>
  write(storageKey(saved.setup.game, saved.setup.level === undefined), saved);

/** The page that continues a saved game. */
export const playAddress = (game: string, isFriend: boolean): string =>
  `/play/${game}${isFriend ? "?friend" : ""}`;

/** The unfinished game played last. */
export function lastUnfinished(): UnfinishedGame | undefined {
  return GAMES.flatMap(({ id }) =>
    [false, true].flatMap((isFriend): UnfinishedGame[] => {
      const saved = savedGame(id, isFriend);
      if (!saved || saved.isOver === true || saved.position === undefined || saved.moves.length === 0)
        return [];
      const { setup, moves, position, at = 0 } = saved;
      const address = playAddress(id, isFriend);
      return [{ game: id, level: setup.level, moves: moves.length, position, at, address }];
    }),
  ).sort((one, two) => two.at - one.at)[0];
}

/** Games on this device that can be continued. */
import { GAMES } from "./games";
import type { SavedGame } from "./local.svelte";
import { read } from "./storage";

export interface UnfinishedGame {
  readonly game: string;
  readonly level: number | undefined;
  readonly moves: number;
  readonly position: string;
  readonly at: number;
  readonly address: string;
}

/** The unfinished game played last. */
export function lastUnfinished(): UnfinishedGame | undefined {
  return GAMES.flatMap(({ id }) =>
    (["computer", "friend"] as const).flatMap((kind): UnfinishedGame[] => {
      const saved = read<SavedGame>(`game.${id}.${kind}`);
      if (!saved || saved.isOver === true || saved.position === undefined || saved.moves.length === 0)
        return [];
      const { setup, moves, position, at = 0 } = saved;
      const address = `/play/${id}${kind === "friend" ? "?friend" : ""}`;
      return [{ game: id, level: setup.level, moves: moves.length, position, at, address }];
    }),
  ).sort((one, two) => two.at - one.at)[0];
}

/** The levels of the computer that were beaten on this device, per game. */
import { read, write } from "./storage";

/** The strongest level of the computer in every game. */
export const MAX_LEVEL = 10;

export const LEVELS: readonly number[] = Array.from({ length: MAX_LEVEL }, (_, index) => index + 1);

const storageKey = (game: string) => `won.${game}`;

/** The beaten levels, in order. */
export function wonLevels(game: string): number[] {
  const saved = read<unknown>(storageKey(game));
  return Array.isArray(saved) ? LEVELS.filter((level) => saved.includes(level)) : [];
}

export function recordWin(game: string, level: number): void {
  const won = wonLevels(game);
  if (!won.includes(level))
    write(
      storageKey(game),
      [...won, level].sort((one, two) => one - two),
    );
}

/** The level after the highest one that was beaten; undefined after the last. Before the first win, the usual one. */
export const nextLevel = (won: readonly number[], usual: number): number | undefined =>
  won.length === 0 ? usual : LEVELS.find((level) => level > Math.max(...won));

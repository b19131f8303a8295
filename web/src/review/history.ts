/** The accuracy of the user in reviewed games, per game and on this device. */
import type { PositionSpec } from "../rules/client";
import { read, write } from "../storage";

export interface ReviewedGame {
  /** What tells the game apart from others. */
  readonly id: string;
  /** From 0 to 100. */
  readonly accuracy: number;
  /** When it was reviewed, in milliseconds since 1970. */
  readonly at: number;
}

/** The number of games that are kept. */
export const MAX_GAMES = 50;

const storageKey = (game: string) => `reviews.${game}`;

const isGame = (value: unknown): value is ReviewedGame => {
  const { id, accuracy, at } = (value ?? {}) as Partial<ReviewedGame>;
  return typeof id === "string" && typeof accuracy === "number" && typeof at === "number";
};

/** A short text that two different games do not share in practice: a hash (FNV-1a) of their start and moves. */
export function gameId({ variant = [], position, seed, moves = [] }: PositionSpec): string {
  const text = JSON.stringify([variant, position ?? seed ?? null, moves]);
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}

/** The reviewed games, the earliest first. */
function reviewedGames(game: string): ReviewedGame[] {
  const saved = read<unknown>(storageKey(game));
  return Array.isArray(saved) ? saved.filter(isGame) : [];
}

/** The games with a further one. The review of a known game replaces the earlier one and keeps its place. */
export function withGame(games: readonly ReviewedGame[], added: ReviewedGame): ReviewedGame[] {
  const known = games.findIndex(({ id }) => id === added.id);
  if (known >= 0) return games.with(known, { ...added, at: games[known]?.at ?? added.at });
  return [...games, added].slice(-MAX_GAMES);
}

export function saveReviewed(game: string, added: ReviewedGame): ReviewedGame[] {
  const games = withGame(reviewedGames(game), added);
  write(storageKey(game), games);
  return games;
}

export interface Comparison {
  /** The number of earlier games. */
  readonly count: number;
  /** The mean accuracy of the earlier games. */
  readonly mean: number;
  /** The accuracy minus the mean. */
  readonly difference: number;
  /** Whether no earlier game was as accurate. */
  readonly isBest: boolean;
  /** The accuracy of the last games, this one included and last. */
  readonly recent: readonly number[];
}

/** The number of games in the picture. */
const RECENT = 12;

/** Compares a game with those reviewed before it; undefined if there are none. */
export function comparison(games: readonly ReviewedGame[], id: string): Comparison | undefined {
  const index = games.findIndex((game) => game.id === id);
  const current = games[index];
  const earlier = games.slice(0, Math.max(index, 0)).map(({ accuracy }) => accuracy);
  if (!current || earlier.length === 0) return undefined;
  const mean = earlier.reduce((sum, accuracy) => sum + accuracy, 0) / earlier.length;
  return {
    count: earlier.length,
    mean,
    difference: current.accuracy - mean,
    isBest: earlier.every((accuracy) => accuracy < current.accuracy),
    recent: [...earlier, current.accuracy].slice(-RECENT),
  };
}

/** The puzzle of the day: the same for everybody. It changes at midnight UTC. */

const DAY = 86_400_000;

/** The number of days since 1 January 1970, in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** The beginning of a day. */
export const dateOf = (day: number): Date => new Date(day * DAY);

/** The game whose puzzle is that of a day: the games take turns, in the order of the rules library. */
export const gameOfDay = (games: readonly string[], day: number): string | undefined =>
  games[day % games.length];

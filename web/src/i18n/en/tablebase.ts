import type { Value } from "../../tablebase/value";

/** The texts about positions that are solved. */
export const tablebase = {
  show: "Show perfect play",
  help: "This game is solved: for each move, see who wins with perfect play and in how many plies.",
  offline: "You are offline: solved positions are on the server.",
  asking: "Looking up the position…",
  value: ({ result, plies }: Value): string =>
    plies === null ? result : `${result} in ${plies === 1 ? "1 ply" : `${plies} plies`}`,
  position: (seat: string, value: string) => `${seat}: ${value} (proven).`,
  moves: "All moves, best first",
  move: (sentence: string, value: string) => `${sentence}: ${value}`,
};

export type TablebaseTexts = typeof tablebase;

import type { Value } from "../../truth/value";

/** The texts about what is certain. */
export const truth = {
  show: "Show the truth",
  help: "This game is solved: who wins and in how many plies, for every move.",
  offline: "No connection: the table is on the server.",
  asking: "Looking it up",
  value: ({ result, plies }: Value): string => {
    if (result === "draw") return "draws";
    const what = result === "win" ? "wins" : "loses";
    return plies === null ? what : `${what} in ${plies === 1 ? "1 ply" : `${plies} plies`}`;
  },
  position: (seat: string, value: string) => `${seat} ${value} (proven).`,
  moves: "All moves, the best first",
  move: (sentence: string, move: string, value: string) => `${sentence} (${move}): ${value}`,
};

export type TruthWords = typeof truth;

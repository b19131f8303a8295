import type { Value } from "../../tablebase/value";
import { countEn as count } from "../phrases";

/** The texts about positions that are solved. */
export const tablebase = {
  show: "Show perfect play",
  help: "This game is solved: for each move, see who wins with perfect play and in how many plies.",
  offline: "You are offline, but this device can solve the game by itself.",
  solve: "Solve the game on this device",
  solving: "Solving the game…",
  failed: "The game could not be solved on this device.",
  walk: "Walk through the solution",
  best: (sentence: string, value: string, keep: number, all: number) =>
    `Best: ${sentence} (${value}). ${keep} of ${count(all, "move", "moves")} ${keep === 1 ? "keeps" : "keep"} the result.`,
  fromStart: "Back to the start",
  stepBack: "Previous move",
  stepOn: "Play the best move",
  asking: "Looking up the position…",
  value: ({ result, plies }: Value): string =>
    plies === null ? result : `${result} in ${count(plies, "ply", "plies")}`,
  position: (seat: string, value: string) => `${seat}: ${value}.`,
  moves: "All moves, best first",
  move: (sentence: string, value: string) => `${sentence}: ${value}`,
};

export type TablebaseTexts = typeof tablebase;

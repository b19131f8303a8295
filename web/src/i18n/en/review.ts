import type { Label } from "../../rules/types";
import { countEn as count, movesToWin } from "../phrases";

/** The texts of the game review: key moments, definitions, exercises and comparison. They are loaded with the analysis. */
export const review = {
  moments: "Key moments",
  noMoments: "No move stands out: neither a costly mistake nor an only move.",
  moment: (ply: number, label: string) => `Move ${ply}: ${label}`,
  definitions: "What the labels mean",
  definitionsLead:
    "A label compares the move with the best one. What counts is the winning chance that the move gives away.",
  definition: {
    forced: "The only legal move.",
    only: "The best move, and every other gives away 20% or more.",
    best: "The best move, or one that is as good.",
    good: "Gives away less than 5%.",
    unclear: "The engine cannot tell reliably whether another move is better.",
    inaccuracy: "Gives away 5% or more, or misses a win within two moves.",
    mistake: "Gives away 10% or more.",
    blunder: "Gives away 20% or more.",
    "missed-win": "Misses a proven win, but does not lose.",
  } satisfies Record<Label, string>,
  estimateNoise: "If the value of the move is estimated, these limits are 5 points higher.",
  proven: "Certain, whatever the players do: by the rules, a tablebase or a complete search.",
  estimated: "The opinion of the engine. A longer search may change it.",
  accuracyHelp:
    "Accuracy goes from 0 to 100%: 100% means that no move gave anything away. Forced moves do not count.",
  retry: "Retry your mistakes",
  retryBoth: "Retry the mistakes",
  retryCount: (number: number) => count(number, "exercise", "exercises"),
  noMistakes: "No mistakes to retry.",
  exercise: (index: number, all: number) => `Exercise ${index} of ${all}`,
  task: (seat: string, ply: number) => `${seat}, move ${ply}: find a better move than the one played.`,
  win: (plies: number) => `There is a win in ${count(movesToWin(plies), "move", "moves")}.`,
  winUnknown: "There is a win.",
  draw: "There is a draw to hold.",
  preparing: "Looking for a proof…",
  byProof: "Proven: only one move, or one of several equivalent moves, keeps the result.",
  byOpinion: "Not proven: the engine judges your move.",
  byTable: "Proven by the tablebase: several moves keep the result.",
  estimateOnly: "Skip and estimate",
  checking: "Checking your move…",
  solved: "Solved.",
  wrong: "Not the right move.",
  solution: "Solution",
  showSolution: "Show solution",
  next: "Next exercise",
  tryAgain: "Try again",
  done: (solved: number, all: number) => `${solved} of ${all} solved`,
  back: "Back to the review",
  comparison: "Compared with your earlier games",
  firstReview: "This is your first reviewed game. The next ones are compared with it, on this device.",
  compared: (accuracy: string, mean: string, games: number) =>
    `${accuracy} here, ${mean} on average in ${count(games, "earlier game", "earlier games")}.`,
  better: (points: number) => `${count(points, "point", "points")} more accurate than usual.`,
  worse: (points: number) => `${count(points, "point", "points")} less accurate than usual.`,
  same: "About as accurate as usual.",
  best: "Your most accurate game so far.",
};

export type ReviewTexts = typeof review;

import type { SolveMode } from "../../puzzles/PuzzleSolve.svelte";
import type { RunMode } from "../../puzzles/run.svelte";
import type { ResultGoal, Proof } from "../../rules/puzzle";
import { countEn as count, movesToWin, toMoveEn } from "../phrases";

/** The texts of the puzzles. They are loaded with these pages. */
export const puzzles = {
  title: "Puzzles",
  titleOf: (game: string) => `${game}: puzzles`,
  modeOf: (game: string, mode: string) => `${game}: ${mode}`,
  lead: "Every solution is proven: no other move reaches the goal. No account needed.",
  loading: "Loading…",
  noPuzzle: "Puzzle not found.",
  noPuzzles: "There are no puzzles yet.",
  modes: {
    daily: "Today’s puzzle",
    train: "At your rating",
    streak: "Streak",
    timed: "Three minutes",
    position: "Puzzle from a position",
    single: "Puzzle",
  } satisfies Record<SolveMode | RunMode, string>,
  help: {
    daily: "The same for everyone. A new one comes at midnight UTC.",
    train: "Puzzles near your rating, one after the other.",
    streak:
      "Each puzzle is a little harder. The first wrong move ends the streak. Your rating does not change.",
    timed: "Solve as many as you can. A wrong move costs ten seconds. Your rating does not change.",
    practice: "Play a won or drawn position to the end against perfect play.",
  },
  practice: "Practice",
  all: "All puzzles",
  choose: "Games",
  ways: "Modes",
  themes: "Themes",
  themeOf: (theme: string) => `Theme: ${theme}`,
  rating: "Your rating",
  solvedOf: (solved: number, all: number) => `${solved} of ${all} solved`,
  best: (number: number) => `Best: ${number}`,
  solveToday: "Solve",
  seeAgain: "View again",
  isSolved: "Solved",
  device: "Your results are kept on this device. Log in to keep them in your account.",
  toMove: toMoveEn,
  /** What to achieve. */
  task: ({ result, within }: ResultGoal, moves: number): string => {
    if (result === "draw")
      return moves === 1
        ? "Only one move holds the draw."
        : `Hold the draw: find the only move ${moves} times in a row.`;
    if (within != null) return within === 1 ? "Win with one move." : `Win in ${movesToWin(within)} moves.`;
    return moves === 1 ? "Only one move wins." : `Win: find the only winning move ${moves} times in a row.`;
  },
  right: "Correct.",
  replied: (text: string) => `The reply: ${text}.`,
  left: (moves: number) => (moves === 1 ? "One more move to find." : `${moves} more moves to find.`),
  wrong: "Not the right move.",
  refuting: "Looking for the refutation…",
  computing: (percent: string) => `Computing perfect play on your device: ${percent}`,
  solved: "Solved.",
  solvedOnRetry: "Solved, but not on the first try.",
  shown: "This is the solution.",
  step: "Step through it with the arrow keys or the buttons.",
  tryAgain: "Try again",
  showSolution: "Show solution",
  next: "Next puzzle",
  more: "More puzzles",
  analyse: "Analyse",
  copyLink: "Copy link",
  about: "About this puzzle",
  proofs: {
    table: "The tablebase shows that no other move keeps the result.",
    exact: "The endgame is computed to the last point: no other move wins.",
    search: "Every line has been searched: no other move forces the win in time.",
  } satisfies Record<Proof, string>,
  margin: (points: number) => `With perfect play you win by ${count(points, "point", "points")}.`,
  distance: (plies: number) => `With perfect play you win in ${count(movesToWin(plies), "move", "moves")}.`,
  ratingOf: (rating: number) => `Rating ${rating}`,
  level: (level: number) => `the computer finds it from level ${level}`,
  change: (before: number, after: number) => `Your rating: ${before} → ${after}`,
  unrated: "Not rated: you have tried it before.",
  start: "Start",
  again: "Play again",
  end: "Stop",
  solvedNow: (number: number) => `Solved: ${number}`,
  timeLeft: "Time left",
  secondsLeft: (seconds: number) => `${seconds} seconds left`,
  lost: "Wrong, ten seconds lost.",
  over: { streak: "The streak is over.", timed: "Time is up." } satisfies Record<RunMode, string>,
  result: (number: number) => `${count(number, "puzzle", "puzzles")} solved`,
  record: "Your best result so far.",
  missed: "Not solved",
  missedItem: (number: number, rating: number) => `Puzzle ${number}, rating ${rating}`,
  make: "Make a puzzle from this position",
  making: "Looking for a proof…",
  made: "This is a puzzle: only the solution reaches the goal, and that is proven.",
  notMade: (why: string) => `Not a puzzle: ${why}.`,
  solveIt: "Solve it",
};

export type PuzzleTexts = typeof puzzles;

import type { ResultGoal } from "../../rules/puzzle";
import { countEn as count, movesToWin, toMoveEn } from "../phrases";

const points = (least: number, most: number) =>
  least === most ? count(most, "point", "points") : `${least} to ${most} points`;

/** The texts of practice. They are loaded with these pages. */
export const practice = {
  title: "Practice",
  titleOf: (game: string) => `${game}: practice`,
  lead: "Play positions with a proven result to the end, against perfect play. Your mistakes are counted, and the perfect line is shown afterwards.",
  choose: "Games",
  loading: "Loading…",
  none: "There are no positions to practise yet.",
  noPosition: "Position not found.",
  puzzles: "Puzzles",
  all: "All positions",
  group: (
    result: ResultGoal["result"],
    plies: readonly [number, number] | undefined,
    margins: readonly [number, number] | undefined,
  ): string => {
    if (margins) {
      const [least, most] = margins;
      if (least > 0) return `Endgames to win by ${points(least, most)}`;
      return most < 0 ? `Endgames to lose by no more than ${points(-most, -least)}` : "Endgames to draw";
    }
    const what = { win: "Wins to convert", draw: "Draws to hold", points: "Endgames for points" }[result];
    if (plies === undefined) return what;
    const [least, most] = [movesToWin(plies[0]), movesToWin(plies[1])];
    return `${what}: ${least === most ? count(most, "move", "moves") : `${least} to ${most} moves`}`;
  },
  done: (done: number, all: number) => `${done} of ${all} without a mistake`,
  item: (number: number) => `Position ${number}`,
  itemDone: (number: number, mistakes: number) =>
    `Position ${number}, ${mistakes === 0 ? "no mistakes" : count(mistakes, "mistake", "mistakes")}`,
  toMove: toMoveEn,
  task: ({ result, margin, distance }: ResultGoal): string => {
    if (result === "draw") return "Hold the draw against perfect play.";
    if (result === "points" && margin != null)
      return margin > 0
        ? `Win by ${count(margin, "point", "points")}, the best possible result.`
        : margin === 0
          ? "Draw, the best possible result."
          : `Lose by no more than ${count(-margin, "point", "points")}.`;
    if (distance == null) return "Win against perfect play.";
    return `Win against perfect play: possible in ${count(movesToWin(distance), "move", "moves")}.`;
  },
  preparing: (percent: string) => `Computing perfect play on your device: ${percent}`,
  mistakes: (number: number) => `Mistakes: ${number}`,
  thinking: "Looking for the best reply…",
  right: "Correct.",
  keepsDraw: "The draw is still there.",
  keepsWin: "The win is still there.",
  slow: (plies: number) =>
    `The win is still there, but it takes ${count(movesToWin(plies), "move", "moves")} longer.`,
  mistake: "Mistake.",
  lostWin: "The position is now lost.",
  onlyDraw: "The position is now a draw.",
  unproven: "The forced win is gone.",
  marginWorse: (points: number) => `The final margin is ${count(points, "point", "points")} worse.`,
  reached: "Goal reached.",
  notReached: "The goal was not reached.",
  total: (mistakes: number) =>
    mistakes === 0 ? "No mistakes." : `${count(mistakes, "mistake", "mistakes")}.`,
  perfect: "Show perfect line",
  perfectShown: "The perfect line: step through it with the arrow keys or the buttons.",
  looking: "Looking for the perfect line…",
  better: (ply: number, text: string) => `Move ${ply}: better was ${text}.`,
  takeBack: "Take back",
  restart: "Start over",
  next: "Next position",
  analyse: "Analyse",
};

export type PracticeTexts = typeof practice;

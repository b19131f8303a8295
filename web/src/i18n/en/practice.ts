import type { Goal } from "../../puzzles/types";

const times = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** The texts of practice. They are loaded with these pages. */
export const practice = {
  title: "Practice",
  titleOf: (game: string) => `${game}: practice`,
  lead: "Play proven positions to the end against perfect play. Your slips are counted, and the perfect line is shown afterwards.",
  choose: "Games",
  open: (game: string) => `Practise ${game}`,
  loading: "Loading…",
  none: "There are no positions to practise yet.",
  noPosition: "There is no such position.",
  puzzles: "Puzzles",
  all: "All positions",
  group: (result: Goal["result"], moves: readonly [number, number] | undefined): string => {
    const what = { win: "Wins to convert", draw: "Draws to hold", points: "Endings for points" }[result];
    if (moves === undefined) return what;
    const [least, most] = moves;
    return `${what}: ${least === most ? times(most, "move", "moves") : `${least} to ${most} moves`}`;
  },
  done: (done: number, all: number) => `${done} of ${all} without a slip`,
  item: (number: number) => `Position ${number}`,
  itemDone: (number: number, slips: number) =>
    `Position ${number}, ${slips === 0 ? "no slips" : times(slips, "slip", "slips")}`,
  toMove: (seat: string) => `${seat} to move`,
  task: ({ result, margin, distance }: Goal): string => {
    if (result === "draw") return "Hold the draw against perfect play.";
    if (result === "points" && margin != null)
      return margin > 0
        ? `Win by ${times(margin, "point", "points")}, the most that is possible.`
        : margin === 0
          ? "Reach a draw, the most that is possible."
          : `Lose by no more than ${times(-margin, "point", "points")}.`;
    if (distance == null) return "Win against perfect play.";
    return `Win against perfect play: possible in ${times(Math.ceil(distance / 2), "move", "moves")}.`;
  },
  preparing: (percent: string) => `Computing perfect play on your device: ${percent}`,
  slips: (count: number) => `Slips: ${count}`,
  thinking: "Looking for the best reply…",
  right: "Right.",
  keepsDraw: "The draw is still there.",
  keepsWin: "The win is still there.",
  slow: (moves: number) => `The win is still there, but it takes ${times(moves, "move", "moves")} longer.`,
  slip: "A slip.",
  lostWin: "The position is now lost.",
  onlyDraw: "The position is now a draw.",
  unproven: "The forced win is gone.",
  lostPoints: (points: number) => `This gives away ${times(points, "point", "points")}.`,
  reached: "Goal reached.",
  notReached: "The goal was not reached.",
  total: (slips: number) => (slips === 0 ? "No slips." : `${times(slips, "slip", "slips")}.`),
  perfect: "Show the perfect line",
  perfectShown: "The perfect line: step through it with the arrow keys or the buttons.",
  looking: "Looking for the perfect line…",
  better: (ply: number, text: string) => `Move ${ply}: better was ${text}.`,
  takeBack: "Take back",
  restart: "Start again",
  next: "Next position",
  analyse: "Open in analysis",
};

export type PracticeTexts = typeof practice;

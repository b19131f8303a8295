/** The texts of the learning pages. They are loaded with these pages. */
export const learn = {
  title: "Learn",
  lead: "Read the rules or take a short interactive lesson.",
  titleOf: (game: string) => `Learn ${game}`,
  lesson: "Lesson",
  lessonOf: (game: string) => `${game}: lesson`,
  steps: (done: number, all: number) => `${done} of ${all} steps completed`,
  allDone: "Lesson completed",
  begin: "Start the lesson",
  resume: "Continue the lesson",
  restart: "Restart the lesson",
  readRules: "Read the rules",
  parts: "Contents",
  solution: "Walk through the solution",
  step: (number: number, all: number) => `Step ${number} of ${all}`,
  stepName: (number: number, done: boolean) => `Step ${number}${done ? ", completed" : ""}`,
  next: "Next step",
  tryAgain: "Try again",
  help: "Hint",
  showMove: "Show move",
  notYet: "That is a legal move, but not the one asked for.",
  right: "Correct.",
  end: "Lesson completed. Now play a game.",
  play: "Play against the computer",
  loading: "Loading…",
};

export type LearnTexts = typeof learn;

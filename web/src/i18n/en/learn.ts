/** The texts of the learning pages. They are loaded with these pages. */
export const learn = {
  title: "Learn",
  lead: "The rules in our own words, and short lessons on the board.",
  titleOf: (game: string) => `Learn ${game}`,
  lesson: "Lesson",
  lessonOf: (game: string) => `${game}: lesson`,
  steps: (done: number, all: number) => `${done} of ${all} steps done`,
  allDone: "All steps done",
  begin: "Begin the lesson",
  goOn: "Go on with the lesson",
  anew: "Do the lesson again",
  readRules: "Read the rules",
  parts: "Parts of the rules",
  step: (number: number, all: number) => `Step ${number} of ${all}`,
  stepName: (number: number, done: boolean) => `Step ${number}${done ? ", done" : ""}`,
  next: "Next step",
  tryAgain: "Try again",
  help: "Help",
  notYet: "That is a legal move, but not what was asked for.",
  right: "Right.",
  end: "That is the whole lesson. The rest you learn by playing.",
  play: "Play the computer",
  loading: "Loading",
};

export type LearnWords = typeof learn;

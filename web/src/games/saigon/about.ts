import type { About } from "../../board/types";

export const about: About = {
  order: 3,
  title: "Saigon",
  credit: "Philippe des Pallières, Patrice Pillet · 1994",
  sample: "LLL/LDDDD/DLLL/LDD L",
  summary: {
    en: "Stack, hold, push. The first player to get six of their pallets out at the ends of the rail wins.",
    fr: "Empilez, retenez, poussez. Le premier qui fait sortir six de ses palets par les bouts du rail gagne.",
  },
  lessonSteps: 8,
  lessonWin: "pbb57pwygbsq",
};

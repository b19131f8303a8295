import type { About } from "../../board/types";

export const about: About = {
  order: 3,
  title: "Saigon",
  credit: "Philippe des Pallières, Patrice Pillet · 1994",
  sample: "LLL/LDDDD/DLLL/LDD L",
  summary: {
    en: "Push stacks along a rail and get six of your pallets out at its ends.",
    fr: "Poussez des piles sur un rail et faites sortir six de vos palets par ses bouts.",
  },
  lessonSteps: 8,
};

import type { About } from "../../board/types";

export const about: About = {
  order: 1,
  title: "Siam",
  credit: "Didier Dhorbait · Ferti, 2005",
  sample: "N3e/1S1S1/1ooow/Nsn2/n2N1 E 20 -",
  summary: {
    en: "Elephants against rhinos. Push a rock off the board with your animal behind it.",
    fr: "Éléphants contre rhinocéros. Poussez un rocher hors du plateau avec l’un de vos animaux derrière lui.",
  },
  lessonSteps: 9,
  lessonWin: "7ugrsjmme8is",
};

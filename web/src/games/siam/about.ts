import type { About } from "../../board/types";

export const about: About = {
  order: 1,
  title: "Siam",
  credit: "Didier Dhorbait · Ferti, 2005",
  sample: "N3e/1S1S1/1ooow/Nsn2/n2N1 E 20 -",
  summary: {
    en: "Elephants and rhinos push rocks off a five-by-five board.",
    fr: "Éléphants et rhinocéros poussent des rochers hors d’un plateau de cinq sur cinq.",
  },
  lessonSteps: 9,
};

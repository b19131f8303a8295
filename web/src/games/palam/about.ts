import type { About } from "../../board/types";

export const about: About = {
  order: 4,
  title: "Palam",
  credit: "Claude Leroy · Dujardin / L’Astuce, 1999",
  sample: "s5,k6,e1,k2,s1,w4/k3,S2,w1,s3,s6,W3/E4,w2,k1,e6,k4,w6/e2,w5,K5,e3,e5,s4 I - s 0-0",
  summary: {
    en: "Twelve duels of odd and even between two camps facing each other.",
    fr: "Douze duels de pair et d’impair entre deux camps face à face.",
  },
  lessonSteps: 8,
  lessonWin: "wnedqjpn63g3",
};

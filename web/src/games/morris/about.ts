import type { About } from "../../board/types";

export const about: About = {
  dev: true,
  order: 5,
  title: { en: "Three Men’s Morris", fr: "Marelle à trois pions" },
  sample: "WB1/W1B/BW1 W",
  summary: {
    en: "Place three men each, move them along the lines, get three in a line.",
    fr: "Posez chacun trois pions, déplacez-les le long des lignes, alignez-en trois.",
  },
};

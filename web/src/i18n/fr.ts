import type { FrameTexts } from "./en";
import { board } from "./fr/board";
import { frame } from "./fr/frame";

export const fr: FrameTexts = {
  ...frame,
  board,
  level: (level) => `Niveau ${level}`,
  side: { random: "Côté au hasard" },
  moveNavigation: {
    start: "Début",
    previous: "Coup précédent",
    next: "Coup suivant",
    last: "Dernier coup",
  },
  loading: "Chargement du plateau…",
  traditional: "Jeu traditionnel",
  credit: (text) => `${text}. Site non officiel, sans lien avec l’auteur ni l’éditeur.`,
};

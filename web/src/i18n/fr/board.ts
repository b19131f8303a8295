import type { board as english } from "../en/board";

export const board: typeof english = {
  label: (title) => `Plateau : ${title}`,
  can: {
    piece: "peut être choisi",
    dot: "on peut y aller",
    arrow: "on peut y pousser",
    ring: "peut tourner ou changer de place",
    door: "on peut sortir par là",
    shape: "",
    action: "",
  },
  chosen: "choisi",
  shape: "Choisir comment",
  words: "Le plateau en mots",
  keys: "Les flèches déplacent, Entrée choisit, Échap revient, la barre oblique écrit un coup, le point d'interrogation montre les menaces.",
  type: {
    open: "Écrire un coup",
    label: "Coup",
    play: "Jouer",
    list: "Ou choisir parmi tous les coups",
    none: "Choisir un coup",
    how: "Comment s'écrivent les coups",
  },
  threats: "Menaces",
};

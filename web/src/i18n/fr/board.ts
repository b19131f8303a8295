import type { board as english } from "../en/board";

export const board: typeof english = {
  label: (title) => `Plateau : ${title}`,
  can: {
    piece: "sélection possible",
    move: "destination possible",
    capture: "prise possible",
    push: "poussée possible",
    inPlace: "rotation ou échange possible",
    exit: "sortie possible",
    shape: "",
    turn: "",
    action: "",
  },
  chosen: "sélectionné",
  shape: "Choisir une orientation",
  words: "Description du plateau",
  keys: "Les flèches déplacent le curseur, Entrée sélectionne, Échap annule, la barre oblique permet de saisir un coup, le point d’interrogation affiche les menaces.",
  type: {
    open: "Saisir un coup",
    label: "Coup",
    play: "Jouer",
    list: "Ou choisir dans la liste",
    none: "Choisir un coup",
    how: "Notation des coups",
  },
  threats: "Menaces",
  noThreat: "Aucune menace pour l’instant.",
  confirm: "Confirmer le coup",
};

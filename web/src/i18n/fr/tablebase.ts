import type { TablebaseTexts } from "../en/tablebase";

const RESULTS = { win: "gain", draw: "nulle", loss: "perte" } as const;

export const tablebase: TablebaseTexts = {
  show: "Voir le jeu parfait",
  help: "Ce jeu est résolu : pour chaque coup, voyez qui gagne avec un jeu parfait et en combien de demi-coups.",
  offline: "Vous êtes hors ligne : les positions résolues sont sur le serveur.",
  asking: "Recherche de la position…",
  value: ({ result, plies }) =>
    plies === null
      ? RESULTS[result]
      : `${RESULTS[result]} en ${plies} ${plies <= 1 ? "demi-coup" : "demi-coups"}`,
  position: (seat, value) => `${seat} : ${value} (prouvé).`,
  moves: "Tous les coups, du meilleur au moins bon",
  move: (sentence, value) => `${sentence} : ${value}`,
};

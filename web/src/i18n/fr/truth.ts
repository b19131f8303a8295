import type { TruthWords } from "../en/truth";

export const truth: TruthWords = {
  show: "Montrer la vérité",
  help: "Ce jeu est résolu : qui gagne et en combien de demi-coups, pour chaque coup possible.",
  offline: "Pas de connexion : la table est sur le serveur.",
  asking: "Recherche dans la table",
  value: ({ result, plies }) => {
    if (result === "draw") return "fait nulle";
    const what = result === "win" ? "gagne" : "perd";
    return plies === null ? what : `${what} en ${plies} ${plies <= 1 ? "demi-coup" : "demi-coups"}`;
  },
  position: (seat, value) => `${seat} : ${value} (prouvé).`,
  moves: "Tous les coups, le meilleur d'abord",
  move: (sentence, move, value) => `${sentence} (${move}) : ${value}`,
};

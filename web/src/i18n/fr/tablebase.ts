import { countFr as count } from "../phrases";
import type { TablebaseTexts } from "../en/tablebase";

const RESULTS = { win: "gain", draw: "nulle", loss: "perte" } as const;

export const tablebase: TablebaseTexts = {
  show: "Voir le jeu parfait",
  help: "Ce jeu est résolu : pour chaque coup, voyez qui gagne avec un jeu parfait et en combien de demi-coups.",
  offline: "Vous êtes hors ligne, mais cet appareil peut résoudre le jeu lui-même.",
  solve: "Résoudre le jeu sur cet appareil",
  solving: "Résolution du jeu…",
  failed: "Le jeu n’a pas pu être résolu sur cet appareil.",
  walk: "Parcourir la solution",
  best: (sentence, value, keep, all) =>
    `Meilleur coup : ${sentence} (${value}). ${count(keep, "coup", "coups")} sur ${all} ${keep < 2 ? "garde" : "gardent"} le résultat.`,
  fromStart: "Revenir au début",
  stepBack: "Coup précédent",
  stepOn: "Jouer le meilleur coup",
  asking: "Recherche de la position…",
  value: ({ result, plies }) =>
    plies === null ? RESULTS[result] : `${RESULTS[result]} en ${count(plies, "demi-coup", "demi-coups")}`,
  position: (seat, value) => `${seat} : ${value}.`,
  moves: "Tous les coups, du meilleur au moins bon",
  move: (sentence, value) => `${sentence} : ${value}`,
};

import { countFr as count, movesToWin, toMoveFr } from "../phrases";
import type { PracticeTexts } from "../en/practice";

const points = (least: number, most: number) =>
  least === most ? count(most, "point", "points") : `${least} à ${most} points`;

export const practice: PracticeTexts = {
  title: "Entraînement",
  titleOf: (game) => `${game} : entraînement`,
  lead: "Jouez jusqu’au bout, contre le jeu parfait, des positions au résultat prouvé. Vos erreurs sont comptées, et la suite parfaite est montrée ensuite.",
  choose: "Jeux",
  loading: "Chargement…",
  none: "Il n’y a pas encore de positions d’entraînement.",
  noPosition: "Position introuvable.",
  puzzles: "Problèmes",
  all: "Toutes les positions",
  group: (result, plies, margins) => {
    if (margins) {
      const [least, most] = margins;
      if (least > 0) return `Finales à gagner de ${points(least, most)}`;
      return most < 0
        ? `Finales à ne pas perdre de plus de ${points(-most, -least)}`
        : "Finales où tenir la nulle";
    }
    const what = { win: "Gains à concrétiser", draw: "Nulles à tenir", points: "Finales aux points" }[result];
    if (plies === undefined) return what;
    const [least, most] = [movesToWin(plies[0]), movesToWin(plies[1])];
    return `${what} : ${least === most ? count(most, "coup", "coups") : `${least} à ${most} coups`}`;
  },
  done: (done, all) => `${done} sur ${all} sans erreur`,
  item: (number) => `Position ${number}`,
  itemDone: (number, mistakes) =>
    `Position ${number}, ${mistakes === 0 ? "aucune erreur" : count(mistakes, "erreur", "erreurs")}`,
  toMove: toMoveFr,
  task: ({ result, margin, distance }) => {
    if (result === "draw") return "Tenez la nulle contre le jeu parfait.";
    if (result === "points" && margin != null)
      return margin > 0
        ? `Gagnez de ${count(margin, "point", "points")}, le meilleur résultat possible.`
        : margin === 0
          ? "Obtenez la nulle, le meilleur résultat possible."
          : `Ne perdez pas de plus de ${count(-margin, "point", "points")}.`;
    if (distance == null) return "Gagnez contre le jeu parfait.";
    return `Gagnez contre le jeu parfait : c’est possible en ${count(movesToWin(distance), "coup", "coups")}.`;
  },
  preparing: (percent) => `Calcul du jeu parfait sur votre appareil : ${percent}`,
  mistakes: (number) => `Erreurs : ${number}`,
  thinking: "Recherche de la meilleure réponse…",
  right: "Exact.",
  keepsDraw: "La nulle est conservée.",
  keepsWin: "Le gain est conservé.",
  slow: (plies) =>
    `Le gain est conservé, mais il demande ${count(movesToWin(plies), "coup", "coups")} de plus.`,
  mistake: "Erreur.",
  lostWin: "La position est maintenant perdue.",
  onlyDraw: "La position est maintenant nulle.",
  unproven: "Le gain n’est plus forcé.",
  marginWorse: (points) => `Cela coûte ${count(points, "point", "points")} sur l’écart final.`,
  reached: "Objectif atteint.",
  notReached: "L’objectif n’est pas atteint.",
  total: (mistakes) => (mistakes === 0 ? "Aucune erreur." : `${count(mistakes, "erreur", "erreurs")}.`),
  perfect: "Voir la suite parfaite",
  perfectShown: "La suite parfaite : parcourez-la avec les flèches du clavier ou les boutons.",
  looking: "Recherche de la suite parfaite…",
  better: (ply, text) => `Coup ${ply}, il valait mieux : ${text}.`,
  takeBack: "Reprendre",
  restart: "Recommencer",
  next: "Position suivante",
  analyse: "Analyser",
};

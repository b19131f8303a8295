import type { PracticeTexts } from "../en/practice";

const times = (count: number, one: string, many: string) => `${count} ${count <= 1 ? one : many}`;

export const practice: PracticeTexts = {
  title: "Entraînement",
  titleOf: (game) => `${game} : entraînement`,
  lead: "Jouez des positions prouvées jusqu’au bout contre le jeu parfait. Vos erreurs sont comptées, et la suite parfaite est montrée ensuite.",
  choose: "Jeux",
  open: (game) => `S’entraîner à ${game}`,
  loading: "Chargement…",
  none: "Il n’y a pas encore de positions d’entraînement.",
  noPosition: "Cette position n’existe pas.",
  puzzles: "Problèmes",
  all: "Toutes les positions",
  group: (result, moves) => {
    const what = { win: "Gains à concrétiser", draw: "Nulles à tenir", points: "Fins de partie aux points" }[
      result
    ];
    if (moves === undefined) return what;
    const [least, most] = moves;
    return `${what} : ${least === most ? times(most, "coup", "coups") : `${least} à ${most} coups`}`;
  },
  done: (done, all) => `${done} sur ${all} sans erreur`,
  item: (number) => `Position ${number}`,
  itemDone: (number, slips) =>
    `Position ${number}, ${slips === 0 ? "aucune erreur" : times(slips, "erreur", "erreurs")}`,
  toMove: (seat) => `Au trait : ${seat}`,
  task: ({ result, margin, distance }) => {
    if (result === "draw") return "Tenez la nulle contre le jeu parfait.";
    if (result === "points" && margin != null)
      return margin > 0
        ? `Gagnez de ${times(margin, "point", "points")}, le maximum possible.`
        : margin === 0
          ? "Obtenez la nulle, le maximum possible."
          : `Ne perdez pas de plus de ${times(-margin, "point", "points")}.`;
    if (distance == null) return "Gagnez contre le jeu parfait.";
    return `Gagnez contre le jeu parfait : c’est possible en ${times(Math.ceil(distance / 2), "coup", "coups")}.`;
  },
  preparing: (percent) => `Calcul du jeu parfait sur votre appareil : ${percent}`,
  slips: (count) => `Erreurs : ${count}`,
  thinking: "Recherche de la meilleure réponse…",
  right: "Bien.",
  keepsDraw: "La nulle est toujours là.",
  keepsWin: "Le gain est toujours là.",
  slow: (moves) => `Le gain est toujours là, mais il demande ${times(moves, "coup", "coups")} de plus.`,
  slip: "Une erreur.",
  lostWin: "La position est maintenant perdue.",
  onlyDraw: "La position est maintenant nulle.",
  unproven: "Le gain forcé n’est plus là.",
  lostPoints: (points) => `Cela coûte ${times(points, "point", "points")}.`,
  reached: "Objectif atteint.",
  notReached: "L’objectif n’est pas atteint.",
  total: (slips) => (slips === 0 ? "Aucune erreur." : `${times(slips, "erreur", "erreurs")}.`),
  perfect: "Voir la suite parfaite",
  perfectShown: "La suite parfaite : parcourez-la avec les flèches du clavier ou les boutons.",
  looking: "Recherche de la suite parfaite…",
  better: (ply, text) => `Coup ${ply}, il valait mieux : ${text}.`,
  takeBack: "Reprendre",
  restart: "Recommencer",
  next: "Position suivante",
  analyse: "Ouvrir l’analyse",
};

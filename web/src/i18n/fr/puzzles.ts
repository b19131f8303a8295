import { countFr as count, movesToWin, toMoveFr } from "../phrases";
import type { PuzzleTexts } from "../en/puzzles";

export const puzzles: PuzzleTexts = {
  title: "Problèmes",
  titleOf: (game) => `${game} : problèmes`,
  modeOf: (game, mode) => `${game} : ${mode}`,
  lead: "Chaque solution est prouvée : aucun autre coup n’atteint le but. Sans inscription.",
  loading: "Chargement…",
  noPuzzle: "Problème introuvable.",
  noPuzzles: "Il n’y a pas encore de problèmes.",
  modes: {
    daily: "Problème du jour",
    train: "À votre niveau",
    streak: "Série",
    timed: "Trois minutes",
    position: "Problème tiré d’une position",
    single: "Problème",
  },
  help: {
    daily: "Le même pour tous. Il change à minuit UTC.",
    train: "Des problèmes proches de votre classement, l’un après l’autre.",
    streak:
      "Chaque problème est un peu plus difficile. Le premier mauvais coup met fin à la série. Votre classement ne change pas.",
    timed:
      "Résolvez-en le plus possible. Un mauvais coup coûte dix secondes. Votre classement ne change pas.",
    practice: "Jouez une position gagnée ou nulle jusqu’au bout contre le jeu parfait.",
  },
  practice: "Entraînement",
  all: "Tous les problèmes",
  choose: "Jeux",
  ways: "Modes de résolution",
  themes: "Thèmes",
  themeOf: (theme) => `Thème : ${theme}`,
  rating: "Votre classement",
  solvedOf: (solved, all) => `${solved} ${solved <= 1 ? "résolu" : "résolus"} sur ${all}`,
  best: (number) => `Record : ${number}`,
  solveToday: "Résoudre",
  seeAgain: "Revoir",
  isSolved: "Résolu",
  device: "Vos résultats sont conservés sur cet appareil. Connectez-vous pour les garder dans votre compte.",
  toMove: toMoveFr,
  task: ({ result, within }, moves) => {
    if (result === "draw")
      return moves === 1
        ? "Un seul coup tient la nulle."
        : `Tenez la nulle : trouvez ${moves} fois de suite le seul bon coup.`;
    if (within != null) return within === 1 ? "Gagnez en un coup." : `Gagnez en ${movesToWin(within)} coups.`;
    return moves === 1
      ? "Un seul coup gagne."
      : `Gagnez : trouvez ${moves} fois de suite le seul coup gagnant.`;
  },
  right: "Exact.",
  replied: (text) => `La réponse : ${text}.`,
  left: (moves) => (moves <= 1 ? "Encore un coup à trouver." : `Encore ${moves} coups à trouver.`),
  wrong: "Ce n’est pas le bon coup.",
  refuting: "Recherche de la réfutation…",
  computing: (percent) => `Calcul du jeu parfait sur votre appareil : ${percent}`,
  solved: "Résolu.",
  solvedOnRetry: "Résolu, mais pas du premier coup.",
  shown: "Voici la solution.",
  step: "Parcourez-la avec les flèches du clavier ou les boutons.",
  tryAgain: "Réessayer",
  showSolution: "Voir la solution",
  next: "Problème suivant",
  more: "D’autres problèmes",
  analyse: "Analyser",
  copyLink: "Copier le lien",
  about: "À propos de ce problème",
  proofs: {
    table: "La table de solutions le montre : aucun autre coup ne garde le résultat.",
    exact: "La finale est calculée au point près : aucun autre coup ne gagne.",
    search: "Toutes les suites ont été examinées : aucun autre coup ne force le gain à temps.",
  },
  margin: (points) => `Avec un jeu parfait, vous gagnez de ${count(points, "point", "points")}.`,
  distance: (plies) => `Avec un jeu parfait, vous gagnez en ${count(movesToWin(plies), "coup", "coups")}.`,
  ratingOf: (rating) => `Classement ${rating}`,
  level: (level) => `l’ordinateur le trouve à partir du niveau ${level}`,
  change: (before, after) => `Votre classement : ${before} → ${after}`,
  unrated: "Non classé : vous l’aviez déjà essayé.",
  start: "Commencer",
  again: "Rejouer",
  end: "Arrêter",
  solvedNow: (number) => `Résolus : ${number}`,
  timeLeft: "Temps restant",
  secondsLeft: (seconds) => `Il reste ${seconds} secondes`,
  lost: "Mauvais coup : dix secondes perdues.",
  over: { streak: "La série est terminée.", timed: "Le temps est écoulé." },
  result: (number) => count(number, "problème résolu", "problèmes résolus"),
  record: "Votre meilleur résultat jusqu’ici.",
  missed: "Non résolus",
  missedItem: (number, rating) => `Problème ${number}, classement ${rating}`,
  make: "Créer un problème à partir de cette position",
  making: "Recherche d’une preuve…",
  made: "C’est un problème : seule la solution atteint le but, et c’est prouvé.",
  notMade: (why) => `Ce n’est pas un problème : ${why}.`,
  solveIt: "Le résoudre",
};

import { countFr as count } from "../phrases";
import type { frame as english } from "../en/frame";

export const frame: typeof english = {
  skip: "Aller au contenu",
  nav: {
    label: "Navigation principale",
    sections: {
      play: "Jouer",
      learn: "Apprendre",
      puzzles: "Problèmes",
      watch: "Regarder",
      analyse: "Analyser",
    },
    home: "Accueil",
    notifications: "Notifications",
    you: "Compte et réglages",
    settings: "Réglages",
    logIn: "Se connecter",
    offline: "Hors ligne",
  },
  home: {
    title: "Asseyez‑vous, c’est à vous de jouer",
    lead: "Des jeux de plateau pour deux. Jouez tout de suite, sans inscription.",
    legal:
      "Les jeux appartiennent à leurs auteurs et à leurs éditeurs. Mekong est un site non officiel ; les règles sont expliquées avec nos propres mots et les illustrations sont les nôtres.",
    games: "Jeux",
    play: "Jouer",
    friend: "À deux",
    friendHelp: "À deux sur cet appareil",
    online: "En ligne",
    onlineHelp: "Trouver un adversaire ou inviter un ami",
    learn: "Apprendre",
    analyse: "Analyser",
    learnHelp: "Les règles et une courte leçon",
    course: (done, all) => `${count(done, "étape terminée", "étapes terminées")} sur ${all}`,
    puzzle: "Problème du jour",
    puzzleHelp: "Le même pour tous, un nouveau chaque jour",
    resume: "Continuer",
    resumeGame: (game) => `Continuer la partie de ${game}`,
    computerGame: (level) => `Ordinateur, niveau ${level}`,
    levelsOf: (game) => `Niveaux de ${game}`,
    chooseLevel: "Jouer contre l’ordinateur, au niveau :",
    levelsWon: (won, all) =>
      won === all
        ? "Tous les niveaux battus."
        : `${count(won, "niveau battu", "niveaux battus")} sur ${all}.`,
    levelIsWon: (level) => `Niveau ${level}, battu`,
    nextLevel: (level) => `À suivre : niveau ${level}.`,
    moves: (moves) => count(moves, "coup joué", "coups joués"),
  },
  newGame: {
    title: "Nouvelle partie",
    against: "Adversaire",
    computer: "Ordinateur",
    sameScreen: "À deux",
    side: "Votre côté",
    variant: "Variantes",
    deal: "Numéro de la donne (laissez vide pour une nouvelle donne)",
    coach: "Entraîneur",
    coachHelp: "Demande confirmation avant une gaffe et montre pourquoi.",
    begin: "Commencer la partie",
  },
  offline:
    "Vous êtes hors ligne. Vous pouvez toujours jouer contre l’ordinateur ou à deux sur cet appareil, lire les règles et analyser.",
  update: "Une nouvelle version est disponible.",
  reload: "Recharger",
  loadFailed: "Un élément de la page n’a pas pu être chargé.",
  notFound: "Page introuvable",
  notFoundHelp: "L’adresse est peut-être mal écrite, ou la page a changé de place.",
  back: "Retour aux jeux",
  close: "Fermer",
  cancel: "Annuler",
};

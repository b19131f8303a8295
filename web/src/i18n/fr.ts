import type { Messages } from "./en";
import { board } from "./fr/board";

export const fr: Messages = {
  title: "Mekong",
  board,
  skip: "Aller au plateau",
  home: {
    legal:
      "Les jeux appartiennent à leurs auteurs et éditeurs. Mekong n'est pas un site officiel ; les règles y sont dites avec nos mots et les dessins sont les nôtres.",
    lead: "Quatre jeux français pour deux. On joue tout de suite, sans rien remplir.",
    play: "Jouer",
    friend: "Un ami ici",
    link: "Un ami par un lien",
    online: "Trouver un adversaire",
    learn: "Apprendre",
    analyse: "Analyser",
  },
  nav: {
    menu: "Menu",
    learn: "Apprendre",
    analysis: "Analyse",
    lobby: "Salon",
    account: "Compte",
    settings: "Réglages",
    logIn: "Se connecter",
  },
  level: (level) => `Niveau ${level}`,
  side: { random: "Tirer au sort" },
  play: {
    you: "Vous",
    computer: (level: number) => `Ordinateur, niveau ${level}`,
    resigned: (loser: string, winner: string) => `${loser} : abandon. Victoire : ${winner}.`,
    youWon: "Vous gagnez",
    youLost: "L'ordinateur gagne",
    looking: "Vous revoyez un coup passé. Jouer ici reprend la partie à cet endroit.",
    showMove: "Montrer le coup",
    copied: "Copié",
    yourTurn: "À vous",
    theirTurn: "L'ordinateur réfléchit",
    turnOf: (seat) => `Au tour de : ${seat}`,
    undo: "Reprendre",
    flip: "Tourner le plateau",
    hint: "Indice",
    newGame: "Nouvelle partie",
    resign: "Abandonner",
    confirm: "Jouer ce coup",
    cancel: "Annuler",
    pass: "Passer",
    leave: "Sortir du plateau",
    moves: "Coups",
    start: "Début",
    previous: "Coup précédent",
    next: "Coup suivant",
    last: "Dernier coup",
    won: (seat) => `Victoire : ${seat}`,
    drawn: "Partie nulle",
    analyse: "Analyser la partie",
    again: "Rejouer",
    share: "Partager",
  },
  loading: "Le plateau se met en place.",
  newGame: {
    against: "Contre",
    computer: "L'ordinateur",
    side: "Je joue",
    variant: "Variantes",
    deal: "Numéro de la donne (vide : une nouvelle)",
    begin: "Commencer",
    levelWords: (level: number): string =>
      level <= 2
        ? "un enfant gagne"
        : level <= 4
          ? "facile"
          : level <= 6
            ? "bon joueur"
            : level <= 8
              ? "difficile"
              : level === 9
                ? "très difficile"
                : "pleine force",
  },
  settings: {
    title: "Réglages",
    language: "Langue",
    theme: "Thème",
    themes: { auto: "Comme l'appareil", light: "Clair", dark: "Sombre" },
    sound: "Sons",
    confirm: "Confirmer les coups",
    legal: "Montrer où les pièces peuvent aller",
    threats: "Montrer les menaces",
    coordinates: "Coordonnées",
  },
  credit: (text) => `${text}. Ce site n'est pas un site officiel de son auteur ni de son éditeur.`,
  offline: "Pas de connexion : l'ordinateur, un ami ici, les règles et l'analyse marchent quand même.",
  update: "Une nouvelle version est prête.",
  reload: "La charger",
  notFound: "Il n'y a rien ici.",
  back: "Retour aux jeux",
  close: "Fermer",
};

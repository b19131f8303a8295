import type { Messages } from "./en";
import { board } from "./fr/board";
import { frame } from "./fr/frame";

export const fr: Messages = {
  ...frame,
  board,
  level: (level) => `Niveau ${level}`,
  side: { random: "Côté au hasard" },
  play: {
    you: "Vous",
    computer: (level: number) => `Ordinateur, niveau ${level}`,
    resigned: (loser: string, winner: string) => `Abandon (${loser}). Victoire : ${winner}.`,
    yourTurn: "À vous de jouer",
    undo: "Reprendre le coup",
    flip: "Retourner le plateau",
    hint: "Indice",
    newGame: "Nouvelle partie",
    resign: "Abandonner",
    confirm: "Confirmer le coup",
    cancel: "Annuler",
    pass: "Passer",
    leave: "Sortir du plateau",
    moves: "Coups",
    start: "Début",
    previous: "Coup précédent",
    next: "Coup suivant",
    last: "Dernier coup",
    won: (seat) => `Victoire : ${seat}`,
    drawn: "Partie nulle",
    analyse: "Analyser la partie",
    share: "Partager",
  },
  loading: "Chargement du plateau…",
  traditional: "Jeu traditionnel",
  credit: (text) => `${text}. Site non officiel, sans lien avec l’auteur ni l’éditeur.`,
};

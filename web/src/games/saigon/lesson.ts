import { parse } from "./notation";
import {
  preventsLoss,
  moveMatching,
  exactMove,
  wins,
  type LessonCheck,
  type Lesson,
} from "../../learn/lesson";

/** A pallet of the player who moves leaves the rail. */
const bringsOut: LessonCheck = ({ before, after }) => {
  const own = before.turn ?? "p1";
  return parse(after.position).out[own] > parse(before.position).out[own];
};

export const lesson: Lesson = [
  {
    position: "LLLL/DDDD/LLLL/DDDD L",
    look: ["1.0", "4.0"],
    task: {
      en: "A push moves the bottom row by one slot, and the pallet at the far end leaves the rail. Push out a light one.",
      fr: "Une poussée fait avancer d’une case la rangée du bas, et le palet du bout sort du rail. Faites sortir un palet clair.",
    },
    check: bringsOut,
    done: {
      en: "A pallet pushed out counts for its own colour, no matter who pushed. Six of yours win the game.",
      fr: "Un palet sorti compte pour sa propre couleur, peu importe qui a poussé. Six des vôtres et vous gagnez.",
    },
    hint: {
      en: "The bottom pallet on the left is light. Push it out with the pusher on the right.",
      fr: "Le palet du bas à gauche est clair. Faites-le sortir avec le poussoir de droite.",
    },
  },
  {
    position: "LLLL/DDDD/LLLL/DDDD L",
    look: ["1.2", "1.3", "3"],
    task: {
      en: "Instead of pushing, you may move the top of a stack. Move the top two pallets of slot 1 to slot 3.",
      fr: "Au lieu de pousser, on peut déplacer le haut d’une pile. Déplacez les deux palets du haut de la case 1 sur la case 3.",
    },
    check: exactMove("1-3x2"),
    done: {
      en: "Take as many as you like, but never the whole stack.",
      fr: "On en prend autant qu’on veut, mais jamais toute la pile.",
    },
    hint: {
      en: "Select the third pallet from the bottom of slot 1: the one above comes with it. Then select slot 3.",
      fr: "Choisissez le troisième palet de la case 1 en partant du bas : celui du dessus le suit. Puis choisissez la case 3.",
    },
  },
  {
    position: "LLDL/DDDL/LLLD/DDDL L",
    look: ["1.1", "1.2", "1.3"],
    task: {
      en: "The top and the bottom pallet of the block you move must be yours; those between may be anyone’s. Move three pallets from slot 1.",
      fr: "Le palet du haut et celui du bas du bloc déplacé doivent être à vous ; peu importe ceux du milieu. Déplacez trois palets de la case 1.",
    },
    check: moveMatching(/^1-\dx3$/),
    done: {
      en: "Two would not have been legal: the lower one is dark.",
      fr: "Deux n’auraient pas été permis : celui du dessous est sombre.",
    },
    hint: {
      en: "Select the second pallet from the bottom of slot 1, a light one.",
      fr: "Choisissez le deuxième palet de la case 1 en partant du bas : il est clair.",
    },
  },
  {
    position: "LL/D/LDL/LDD L",
    look: ["left"],
    task: {
      en: "Upper pallets are held by the wall and by held stacks, up to the first single pallet; behind it, whole stacks move. Push from the left.",
      fr: "Les palets du haut sont retenus par le mur et par les piles retenues, jusqu’au premier palet seul ; derrière lui, des piles entières avancent. Poussez depuis la gauche.",
    },
    check: exactMove("pr"),
    done: {
      en: "The whole stack of slot 1 moved and left its slot empty. Your opponent must fill it now.",
      fr: "La pile de la case 1 a avancé en entier et a laissé sa case vide. L’adversaire doit maintenant la remplir.",
    },
    hint: { en: "Use the left pusher.", fr: "Prenez le poussoir de gauche." },
  },
  {
    position: "-/DLLL/LDLL/DDD L",
    look: ["1"],
    task: {
      en: "While a slot is empty, only moves onto it are allowed. Fill slot 1 with three pallets.",
      fr: "Tant qu’une case est vide, on ne peut que la remplir. Remplissez la case 1 avec trois palets.",
    },
    check: exactMove("2-1x3"),
    done: {
      en: "The player who fills an empty slot chooses its bottom pallet: here a light one, at the left end.",
      fr: "Le joueur qui remplit une case vide choisit le palet du bas : ici un clair, au bout gauche.",
    },
    hint: {
      en: "Only slot 2 has three light pallets above another one.",
      fr: "Seule la case 2 a trois palets clairs au-dessus d’un autre.",
    },
  },
  {
    position: "-/LD/LD/LDDD L",
    look: ["1"],
    task: {
      en: "You cannot fill slot 1 here: all the stacks have a dark pallet on top. Play the only legal move.",
      fr: "Ici, vous ne pouvez pas remplir la case 1 : toutes les piles ont un palet sombre en haut. Jouez le seul coup légal.",
    },
    check: exactMove("pass"),
    done: {
      en: "Passing is allowed only in this case; your opponent must then fill the slot.",
      fr: "On ne peut passer que dans ce cas ; c’est alors à l’adversaire de remplir la case.",
    },
    hint: { en: "Use the Pass button.", fr: "Utilisez le bouton Passer." },
  },
  {
    position: "LD/DL/DL/DD L",
    look: ["1.0", "4.0"],
    task: {
      en: "You have five pallets out. Push out the sixth.",
      fr: "Vous avez cinq palets sortis. Faites sortir le sixième.",
    },
    check: wins,
    done: { en: "Six out: you win at once.", fr: "Six sortis : vous gagnez aussitôt." },
    hint: {
      en: "Look at the bottom pallets of the two ends. Which of them is light?",
      fr: "Regardez les palets du bas aux deux bouts. Lequel est clair ?",
    },
  },
  {
    position: "LL/LLLL/DL/DLD L",
    look: ["4.0"],
    task: {
      en: "Dark has five pallets out, and a dark pallet is at the right end. Prevent Dark from winning next turn.",
      fr: "Les Sombres ont cinq palets sortis, et un palet sombre est au bout droit. Empêchez-les de gagner au tour suivant.",
    },
    check: preventsLoss,
    done: {
      en: "Only a push changes the bottom row. Both ends are light now, so no push helps Dark.",
      fr: "Seule une poussée change la rangée du bas. Les deux bouts sont clairs : aucune poussée n’aide les Sombres.",
    },
    hint: {
      en: "Dark would push out the sixth pallet. Moving pallets does not change the bottom row; a push from the right does.",
      fr: "Les Sombres sortiraient leur sixième palet. Un déplacement ne change pas la rangée du bas ; une poussée depuis la droite, si.",
    },
  },
];

import { parse } from "../../games/saigon/text";
import { holds, like, one, wins, type Goal, type Lesson } from "../lesson";

/** A pallet of the player who moves leaves the rail. */
const bringsOut: Goal = ({ before, after }) => {
  const own = before.turn ?? "p1";
  return parse(after.position).out[own] > parse(before.position).out[own];
};

export const lesson: Lesson = [
  {
    position: "LLLL/DDDD/LLLL/DDDD L",
    task: {
      en: "A push drives the bottom row on by one slot, and the pallet at the far end leaves. Push a light one out.",
      fr: "Une poussée fait avancer d'une place la rangée du bas, et le palet du bout sort. Faites sortir un palet clair.",
    },
    goal: bringsOut,
    done: {
      en: "A pallet that is out counts for its colour, whoever pushed. Six of yours win.",
      fr: "Un palet sorti compte pour sa couleur, peu importe qui a poussé. Six des vôtres gagnent.",
    },
    hint: {
      en: "The bottom pallet on the left is light. Push it out with the pusher on the right.",
      fr: "Le palet du bas à gauche est clair. Faites-le sortir avec le poussoir de droite.",
    },
  },
  {
    position: "LLLL/DDDD/LLLL/DDDD L",
    task: {
      en: "Instead of pushing you may move the top of a stack. Carry the top two pallets of slot 1 to slot 3.",
      fr: "Au lieu de pousser, on peut déplacer le haut d'une pile. Portez les deux palets du haut de la place 1 à la place 3.",
    },
    goal: one("1-3x2"),
    done: {
      en: "Take as many as you like, but never the whole stack.",
      fr: "On en prend autant qu'on veut, mais jamais toute la pile.",
    },
    hint: {
      en: "Touch the third pallet of slot 1 from the bottom: it lifts with the one above. Then choose slot 3.",
      fr: "Touchez le troisième palet de la place 1 en partant du bas : il se lève avec celui du dessus. Puis la place 3.",
    },
  },
  {
    position: "LLDL/DDDL/LLLD/DDDL L",
    task: {
      en: "The top and the bottom pallet of what you carry must be yours; between them anything may lie. Carry three pallets of slot 1.",
      fr: "Le palet du haut et celui du bas de ce qu'on porte doivent être à soi ; entre eux, peu importe. Portez trois palets de la place 1.",
    },
    goal: like(/^1-\dx3$/),
    done: {
      en: "Two could not have gone: the lower of them is dark.",
      fr: "Deux n'auraient pas pu partir : celui du dessous est foncé.",
    },
    hint: {
      en: "Take slot 1 by its second pallet from the bottom, a light one.",
      fr: "Prenez la place 1 par son deuxième palet en partant du bas, un clair.",
    },
  },
  {
    position: "LL/D/LDL/LDD L",
    task: {
      en: "Upper pallets are held by the wall and by held stacks, up to the first single pallet; behind it whole stacks travel. Push from the left.",
      fr: "Les palets du haut sont retenus par le mur et par les piles retenues, jusqu'au premier palet seul ; derrière lui, des piles entières avancent. Poussez depuis la gauche.",
    },
    goal: one("pr"),
    done: {
      en: "The stack of slot 1 went along whole and left its slot empty. Your opponent must fill it now.",
      fr: "La pile de la place 1 est partie entière et a laissé sa place vide. L'adversaire doit maintenant la remplir.",
    },
    hint: { en: "Use the pusher on the left.", fr: "Prenez le poussoir de gauche." },
  },
  {
    position: "-/DLLL/LDLL/DDD L",
    task: {
      en: "While a slot is empty, only moves onto it are allowed. Fill slot 1 with three pallets.",
      fr: "Tant qu'une place est vide, on ne peut que la remplir. Remplissez la place 1 avec trois palets.",
    },
    goal: one("2-1x3"),
    done: {
      en: "Whoever fills a gap decides what lies at the bottom there: a light pallet at the left end.",
      fr: "Qui remplit un vide décide de ce qui est en bas : un palet clair au bout gauche.",
    },
    hint: {
      en: "Only slot 2 has three light pallets on top of another.",
      fr: "Seule la place 2 a trois palets clairs au-dessus d'un autre.",
    },
  },
  {
    position: "-/LD/LD/LDDD L",
    task: {
      en: "Here you cannot fill slot 1: every stack you could take from is dark on top. Do what is left.",
      fr: "Ici vous ne pouvez pas remplir la place 1 : toutes les piles à prendre ont un palet foncé en haut. Faites ce qui reste.",
    },
    goal: one("pass"),
    done: {
      en: "Passing is allowed only then, and the duty goes to the opponent.",
      fr: "On ne passe que dans ce cas, et c'est à l'adversaire de remplir.",
    },
    hint: { en: "There is a button: pass.", fr: "Il y a un bouton : passer." },
  },
  {
    position: "LD/DL/DL/DD L",
    task: {
      en: "You have five pallets out. Bring out the sixth.",
      fr: "Vous avez cinq palets dehors. Faites sortir le sixième.",
    },
    goal: wins,
    done: { en: "Six out: the game is won at once.", fr: "Six dehors : la partie est gagnée aussitôt." },
    hint: {
      en: "Look at the bottom pallets of the two ends. Which of them is light?",
      fr: "Regardez les palets du bas aux deux bouts. Lequel est clair ?",
    },
  },
  {
    position: "LL/LLLL/DL/DLD L",
    task: {
      en: "Dark has five out, and a dark pallet lies at the right end. Play so that Dark cannot win next turn.",
      fr: "Foncé a cinq palets dehors, et un palet foncé est au bout droit. Jouez pour que Foncé ne gagne pas au tour suivant.",
    },
    goal: holds,
    done: {
      en: "Only a push changes the bottom row. Now both ends are light, and no push helps Dark.",
      fr: "Seule une poussée change la rangée du bas. Les deux bouts sont clairs, et aucune poussée n'aide Foncé.",
    },
    hint: {
      en: "Then Dark brings out the sixth. Moves do not change the bottom row; a push from the right does.",
      fr: "Alors Foncé sort le sixième. Les déplacements ne changent pas la rangée du bas ; une poussée depuis la droite, si.",
    },
  },
];

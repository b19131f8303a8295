import { preventsLoss, exactMove, wins, type Lesson } from "../../learn/lesson";

export const lesson: Lesson = [
  {
    position: "5/5/1ooo1/5/5 E 0 -",
    look: ["c1"],
    task: {
      en: "Your elephants start in reserve. Bring one onto the border square c1, facing north.",
      fr: "Vos éléphants commencent en réserve. Faites-en entrer un sur la case du bord c1, tourné vers le nord.",
    },
    check: exactMove("@c1N"),
    done: {
      en: "An animal can enter on any border square, facing the direction you choose.",
      fr: "Un animal peut entrer sur n’importe quelle case du bord, dans l’orientation de votre choix.",
    },
    hint: {
      en: "Select an elephant in the reserve, then c1, then the arrow pointing north.",
      fr: "Choisissez un éléphant de la réserve, puis c1, puis la flèche vers le nord.",
    },
  },
  {
    position: "5/5/1ooo1/2E2/5 E 2 -",
    look: ["c2", "c3"],
    task: {
      en: "An animal can push a rock only if it faces it. Turn your elephant towards the rock on c3.",
      fr: "Un animal ne peut pousser un rocher que s’il lui fait face. Tournez votre éléphant vers le rocher de c3.",
    },
    check: exactMove("c2N"),
    done: {
      en: "Turning on the spot takes a whole turn. When you move one square, you also choose the facing.",
      fr: "Tourner sur place prend un tour entier. En se déplaçant d’une case, on choisit aussi son orientation.",
    },
    hint: {
      en: "Select the elephant, then its own square again, then north.",
      fr: "Choisissez l’éléphant, puis de nouveau sa propre case, puis le nord.",
    },
  },
  {
    position: "5/5/1ooo1/2N2/5 E 4 -",
    look: ["c2", "c3"],
    task: {
      en: "It now faces the rock. Push it.",
      fr: "Il fait maintenant face au rocher. Poussez-le.",
    },
    check: exactMove("c2c3"),
    done: {
      en: "One animal can push one rock. The whole row moves one square and no animal turns.",
      fr: "Un animal peut pousser un rocher. Toute la file avance d’une case et aucun animal ne tourne.",
    },
    hint: {
      en: "Select the elephant on c2, then the rock in front of it.",
      fr: "Choisissez l’éléphant en c2, puis le rocher devant lui.",
    },
  },
  {
    position: "5/2o2/2o2/2N2/2N1o E 6 -",
    look: ["c1", "c2", "c3", "c4"],
    task: {
      en: "Two rocks are too heavy for one elephant. You have two in a row: push with both.",
      fr: "Deux rochers sont trop lourds pour un éléphant. Vous en avez deux à la suite : poussez avec les deux.",
    },
    check: exactMove("c1c2"),
    done: {
      en: "Each animal in the row facing the direction of the push counts one for it, and each rock counts one against.",
      fr: "Chaque animal de la file tourné dans le sens de la poussée compte un pour, et chaque rocher un contre.",
    },
    hint: {
      en: "The push starts at the back: select the elephant on c1, then the one on c2.",
      fr: "La poussée part de l’arrière : choisissez l’éléphant en c1, puis celui en c2.",
    },
  },
  {
    position: "5/5/2o2/2o2/2N1o E 8 -",
    look: ["c1", "c2", "c3"],
    task: {
      en: "This elephant needs help, and an animal can push while entering. Bring in a second one behind it.",
      fr: "Cet éléphant a besoin d’aide, et un animal peut pousser en entrant. Faites-en entrer un second derrière lui.",
    },
    check: exactMove("@c1N"),
    done: {
      en: "You enter on an occupied border square by pushing straight inward, and the entering animal counts.",
      fr: "Sur une case du bord occupée, on entre en poussant droit vers l’intérieur, et l’animal qui entre compte.",
    },
    hint: {
      en: "Select an elephant in the reserve, then c1, even though it is occupied.",
      fr: "Choisissez un éléphant de la réserve, puis c1, bien que la case soit occupée.",
    },
  },
  {
    position: "5/1Es2/2N2/5/1oo1o E 8 -",
    look: ["c4"],
    task: {
      en: "Head to head, one against one, nothing moves. Push the rhino on c4 from a side where it cannot resist.",
      fr: "Face à face, un contre un, rien ne bouge. Poussez le rhinocéros de c4 par un côté où il ne peut pas résister.",
    },
    check: exactMove("b4c4"),
    done: {
      en: "An animal pushed from the side does not resist.",
      fr: "Un animal poussé de côté ne résiste pas.",
    },
    hint: {
      en: "The elephant on b4 faces the rhino’s side.",
      fr: "L’éléphant en b4 fait face au flanc du rhinocéros.",
    },
  },
  {
    position: "2o2/2N2/5/o4/4o E 10 -",
    look: ["c4", "c5"],
    task: {
      en: "A rock is on the border with your elephant behind it. Win the game.",
      fr: "Un rocher est au bord, votre éléphant derrière lui. Gagnez la partie.",
    },
    check: wins,
    done: {
      en: "The game ends when a rock leaves the board.",
      fr: "La partie se termine quand un rocher quitte le plateau.",
    },
    hint: { en: "Push the rock on c5 off the board.", fr: "Poussez le rocher de c5 hors du plateau." },
  },
  {
    position: "4o/4N/S4/s3o/o4 E 10 -",
    look: ["a1", "e5"],
    task: {
      en: "Two different pushes send a rock off the board. The animal nearest to that rock and facing it wins for its owner. Choose the right push.",
      fr: "Deux poussées différentes font tomber un rocher. L’animal le plus proche de ce rocher et tourné vers lui gagne pour son camp. Choisissez la bonne poussée.",
    },
    check: wins,
    done: {
      en: "A push on the left would have given the win to the rhino in between, although you made the move.",
      fr: "Une poussée à gauche aurait donné la victoire au rhinocéros du milieu, même si c’est vous qui avez joué.",
    },
    hint: {
      en: "On the left, a rhino is nearer to the rock than your elephant. Look on the right.",
      fr: "À gauche, un rhinocéros est plus près du rocher que votre éléphant. Regardez à droite.",
    },
  },
  {
    position: "o4/4o/5/1Es2/2o2 E 12 -",
    look: ["c1", "c2"],
    task: {
      en: "The rhino on c2 is about to push the rock on c1 off the board. Prevent it.",
      fr: "Le rhinocéros en c2 va pousser hors du plateau le rocher de c1. Empêchez-le.",
    },
    check: preventsLoss,
    done: {
      en: "Pushed aside, it has to move back before it is a threat again.",
      fr: "Écarté, il doit revenir avant de pouvoir menacer de nouveau.",
    },
    hint: {
      en: "The rhino would still push the rock off. Your elephant on b2 faces the rhino’s side.",
      fr: "Le rhinocéros ferait quand même tomber le rocher. Votre éléphant en b2 fait face à son flanc.",
    },
  },
];

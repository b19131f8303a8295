import { holds, one, wins, type Lesson } from "../lesson";

export const lesson: Lesson = [
  {
    position: "5/5/1ooo1/5/5 E 0 -",
    task: {
      en: "Your elephants wait in reserve. Bring one onto the border square c1, facing north.",
      fr: "Vos éléphants attendent en réserve. Faites-en entrer un sur la case du bord c1, tourné vers le nord.",
    },
    goal: one("@c1N"),
    done: {
      en: "An animal enters on any border square, and you choose which way it looks.",
      fr: "Un animal entre sur n'importe quelle case du bord, et vous choisissez où il regarde.",
    },
    hint: {
      en: "Take an elephant from the reserve, choose c1, then the arrow that points north.",
      fr: "Prenez un éléphant de la réserve, choisissez c1, puis la flèche qui montre le nord.",
    },
  },
  {
    position: "5/5/1ooo1/2E2/5 E 2 -",
    task: {
      en: "Only an animal that looks at a rock can push it. Turn your elephant towards the rock on c3.",
      fr: "Seul un animal qui regarde un rocher peut le pousser. Tournez votre éléphant vers le rocher en c3.",
    },
    goal: one("c2N"),
    done: {
      en: "Turning on the spot is a whole turn. Moving one square lets you turn for free.",
      fr: "Tourner sur place est un tour entier. En avançant d'une case, on se tourne gratuitement.",
    },
    hint: {
      en: "Choose the elephant, choose its own square again, then north.",
      fr: "Choisissez l'éléphant, puis de nouveau sa propre case, puis le nord.",
    },
  },
  {
    position: "5/5/1ooo1/2N2/5 E 4 -",
    task: {
      en: "Now it looks at the rock. Push it.",
      fr: "Maintenant il regarde le rocher. Poussez-le.",
    },
    goal: one("c2c3"),
    done: {
      en: "One animal pushes one rock. The whole row moves by one square, and nobody turns.",
      fr: "Un animal pousse un rocher. Toute la file avance d'une case, et personne ne se tourne.",
    },
    hint: {
      en: "Choose the elephant on c2 and then the rock in front of it.",
      fr: "Choisissez l'éléphant en c2, puis le rocher devant lui.",
    },
  },
  {
    position: "5/2o2/2o2/2N2/2N1o E 6 -",
    task: {
      en: "Two rocks are too heavy for one elephant. Two stand behind each other: push with both.",
      fr: "Deux rochers sont trop lourds pour un éléphant. Deux se suivent : poussez avec les deux.",
    },
    goal: one("c1c2"),
    done: {
      en: "Every animal of the row that looks the way of the push counts one, and so does each rock against it.",
      fr: "Chaque animal de la file qui regarde dans le sens de la poussée compte un, et chaque rocher un contre.",
    },
    hint: {
      en: "The push begins at the back: choose the elephant on c1, and push the one on c2.",
      fr: "La poussée part de l'arrière : choisissez l'éléphant en c1, et poussez celui en c2.",
    },
  },
  {
    position: "5/5/2o2/2o2/2N1o E 8 -",
    task: {
      en: "This elephant needs help, and help can push while it enters. Bring a second one in behind it.",
      fr: "Cet éléphant a besoin d'aide, et l'aide peut pousser en entrant. Faites-en entrer un second derrière lui.",
    },
    goal: one("@c1N"),
    done: {
      en: "Onto an occupied border square one enters by pushing, straight inward, and the newcomer counts.",
      fr: "Sur une case du bord occupée, on entre en poussant, droit vers l'intérieur, et le nouveau venu compte.",
    },
    hint: {
      en: "Take an elephant from the reserve and enter on c1, though it is occupied.",
      fr: "Prenez un éléphant de la réserve et entrez en c1, bien que la case soit occupée.",
    },
  },
  {
    position: "5/1Es2/2N2/5/1oo1o E 8 -",
    task: {
      en: "Head to head, one against one, nothing moves. Push the rhino on c4 where it cannot resist.",
      fr: "Face à face, un contre un, rien ne bouge. Poussez le rhinocéros en c4 là où il ne peut pas résister.",
    },
    goal: one("b4c4"),
    done: {
      en: "Whoever is caught from the side counts nothing.",
      fr: "Qui est pris de côté ne compte pas.",
    },
    hint: {
      en: "The elephant on b4 looks at the rhino's side.",
      fr: "L'éléphant en b4 regarde le flanc du rhinocéros.",
    },
  },
  {
    position: "2o2/2N2/5/o4/4o E 10 -",
    task: {
      en: "A rock on the border, and your elephant behind it. Win.",
      fr: "Un rocher au bord, et votre éléphant derrière lui. Gagnez.",
    },
    goal: wins,
    done: {
      en: "A rock that leaves the board ends the game.",
      fr: "Un rocher qui quitte le plateau finit la partie.",
    },
    hint: { en: "Push the rock on c5 over the edge.", fr: "Poussez par-dessus le bord le rocher en c5." },
  },
  {
    position: "4o/4N/S4/s3o/o4 E 10 -",
    task: {
      en: "Two pushes make a rock fall. The animal nearest to the rock that looks its way wins for its owner. Choose well.",
      fr: "Deux poussées font tomber un rocher. L'animal le plus proche du rocher et tourné vers lui gagne pour son camp. Choisissez bien.",
    },
    goal: wins,
    done: {
      en: "Had you pushed on the left, the rhino between would have won, though the move was yours.",
      fr: "En poussant à gauche, le rhinocéros du milieu aurait gagné, et c'était pourtant votre coup.",
    },
    hint: {
      en: "On the left a rhino stands nearer to the rock than your elephant. Look at the right.",
      fr: "À gauche, un rhinocéros est plus près du rocher que votre éléphant. Regardez à droite.",
    },
  },
  {
    position: "o4/4o/5/1Es2/2o2 E 12 -",
    task: {
      en: "The rhino on c2 is about to push the rock on c1 off the board. Prevent it.",
      fr: "Le rhinocéros en c2 va pousser hors du plateau le rocher en c1. Empêchez-le.",
    },
    goal: holds,
    done: {
      en: "Pushed aside, it has to walk back before it threatens anything again.",
      fr: "Écarté, il doit revenir avant de menacer de nouveau quoi que ce soit.",
    },
    hint: {
      en: "After that the rhinos would still push the rock off. Your elephant on b2 looks at the rhino's side.",
      fr: "Après cela, le rocher tomberait quand même. Votre éléphant en b2 regarde le flanc du rhinocéros.",
    },
  },
];

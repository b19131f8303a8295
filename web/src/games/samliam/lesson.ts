import { preventsLoss, moveMatching, exactMove, wins, type Lesson } from "../../learn/lesson";

export const lesson: Lesson = [
  {
    position: "6/6/6/6/6/6/6 B -",
    look: ["c4"],
    task: {
      en: "A triangle covers half a cell; its right angle points to a corner. Place one on c4, pointing to the top right.",
      fr: "Un triangle couvre une moitié de case ; son angle droit pointe vers un coin. Posez-en un en c4, pointé en haut à droite.",
    },
    check: exactMove("c4ne"),
    done: {
      en: "Once placed, a tile never moves.",
      fr: "Une tuile posée ne bouge plus.",
    },
    hint: {
      en: "Choose c4, then its top right corner.",
      fr: "Choisissez c4, puis son coin en haut à droite.",
    },
  },
  {
    position: "6/6/2a3/6/6/6/6 B -",
    look: ["c5"],
    task: {
      en: "White occupies half of c5. Take the other half.",
      fr: "Les Blancs occupent une moitié de c5. Prenez l’autre.",
    },
    check: exactMove("c5se"),
    done: {
      en: "In a cell with a triangle, only the opposite corner is free.",
      fr: "Dans une case qui contient déjà un triangle, seul le coin opposé est libre.",
    },
    hint: {
      en: "The free half of c5 is the bottom right one.",
      fr: "La moitié libre de c5 est en bas à droite.",
    },
  },
  {
    position: "6/1A1B2/6/1D4/6/2a1b1/6 B -",
    look: ["b6", "d6", "b4"],
    task: {
      en: "Four corners of a square, all pointing outward, win the game. You have three. Place the fourth.",
      fr: "Quatre coins d’un carré, tous pointés vers l’extérieur, gagnent la partie. Vous en avez trois. Posez le quatrième.",
    },
    check: wins,
    done: {
      en: "Only the corners matter, not what is inside the square or on its sides.",
      fr: "Seuls les coins comptent, pas ce qui se trouve dans le carré ou sur ses côtés.",
    },
    hint: {
      en: "The corners are b6, d6 and b4. The missing cell is d4; its corner must point away from the centre.",
      fr: "Les coins sont b6, d6 et b4. La case qui manque est d4 ; son coin doit pointer à l’opposé du centre.",
    },
  },
  {
    position: "6/6/1C2D1/3a2/6/1B4/2b3 B -",
    look: ["b5", "e5", "b2"],
    task: {
      en: "Four corners all pointing inward also win. Complete this square.",
      fr: "Quatre coins tous pointés vers l’intérieur gagnent aussi. Complétez ce carré.",
    },
    check: wins,
    done: {
      en: "Inward squares are easy to miss, including your opponent’s.",
      fr: "Les carrés vers l’intérieur sont faciles à manquer, y compris ceux de l’adversaire.",
    },
    hint: {
      en: "Three triangles point to the centre of the square b5, e5, b2, e2.",
      fr: "Trois triangles pointent vers le centre du carré b5, e5, b2, e2.",
    },
  },
  {
    position: "6/6/2b3/1B1B2/4a1/1D1C2/c5 B -",
    look: ["b4", "d4", "b2", "d2"],
    task: {
      en: "Two triangles of the same colour in a cell count for all four corners. Win with such a pair.",
      fr: "Deux triangles de la même couleur dans une case comptent pour les quatre coins. Gagnez avec une telle paire.",
    },
    check: wins,
    done: {
      en: "Your triangle on b4 pointed the wrong way; the pair counts for every corner.",
      fr: "Votre triangle en b4 était mal orienté ; la paire compte pour tous les coins.",
    },
    hint: {
      en: "Three corners are right: d4, d2 and b2. Fill the cell of the fourth.",
      fr: "Trois coins sont bons : d4, d2 et b2. Remplissez la case du quatrième.",
    },
  },
  {
    position: "6/1a1b2/6/1d4/4A1/2B3/6 B -",
    look: ["b6", "d6", "b4"],
    task: {
      en: "White has three corners and wins next turn. Block the fourth.",
      fr: "Les Blancs ont trois coins et gagnent au prochain tour. Bloquez le quatrième.",
    },
    check: preventsLoss,
    done: {
      en: "White needs the bottom right corner of d4 and can no longer get it.",
      fr: "Il manque aux Blancs le coin en bas à droite de d4, et ils ne peuvent plus l’obtenir.",
    },
    hint: {
      en: "White still wins. Take d4, but not its top left corner: that would leave White the corner it needs.",
      fr: "Les Blancs gagnent quand même. Prenez d4, mais pas en haut à gauche : cela leur laisserait le coin qu’il leur faut.",
    },
  },
  {
    position: "6/6/3c2/1A1B2/6/1D1b2/4a1 B s",
    look: ["d2"],
    task: {
      en: "White has just blocked you, so you may place a square tile this turn only. Place one.",
      fr: "Les Blancs viennent de vous bloquer : à ce tour seulement, vous pouvez poser une tuile carrée. Posez-en une.",
    },
    check: moveMatching(/#$/),
    done: {
      en: "A square tile fills an empty cell and counts for all four corners.",
      fr: "Une tuile carrée remplit une case vide et compte pour les quatre coins.",
    },
    hint: {
      en: "Select the square tile next to the board, then an empty cell.",
      fr: "Choisissez la tuile carrée à côté du plateau, puis une case vide.",
    },
  },
  {
    position: "5b/1A1B2/6/4D1/a1b1A1/6/5c B -",
    look: ["b6", "d6", "e4", "e3"],
    task: {
      en: "A single threat can be blocked. Find the triangle that makes two threats at once.",
      fr: "Une menace seule peut être bloquée. Trouvez le triangle qui crée deux menaces à la fois.",
    },
    check: exactMove("d4se"),
    done: {
      en: "A large outward square and a small inward one: White can block only one of them.",
      fr: "Un grand carré vers l’extérieur et un petit vers l’intérieur : les Blancs ne peuvent en bloquer qu’un.",
    },
    hint: {
      en: "Look at d4: it is a corner of both the large and the small square.",
      fr: "Regardez d4 : c’est un coin du grand carré et du petit.",
    },
  },
];

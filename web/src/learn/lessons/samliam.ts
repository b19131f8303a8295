import { holds, like, one, wins, type Lesson } from "../lesson";

export const lesson: Lesson = [
  {
    position: "6/6/6/6/6/6/6 B -",
    task: {
      en: "A triangle covers half a cell and points its right angle at a corner. Put one on c4, pointing to the top right.",
      fr: "Un triangle couvre une moitié de case et montre un coin de son angle droit. Posez-en un en c4, vers le haut à droite.",
    },
    goal: one("c4ne"),
    done: {
      en: "A tile that lies stays where it is, for the whole game.",
      fr: "Une tuile posée reste où elle est, toute la partie.",
    },
    hint: {
      en: "Choose c4, then its top right corner.",
      fr: "Choisissez c4, puis son coin en haut à droite.",
    },
  },
  {
    position: "6/6/2a3/6/6/6/6 B -",
    task: {
      en: "White has half of c5. Take the other half.",
      fr: "Blanc occupe une moitié de c5. Prenez l'autre.",
    },
    goal: one("c5se"),
    done: {
      en: "Beside one triangle only the opposite corner is free.",
      fr: "À côté d'un triangle, seul le coin opposé est libre.",
    },
    hint: {
      en: "The free half of c5 is the bottom right one.",
      fr: "La moitié libre de c5 est en bas à droite.",
    },
  },
  {
    position: "6/1A1B2/6/1D4/6/2a1b1/6 B -",
    task: {
      en: "Four corners of a square, all pointing outward, win. You have three. Place the fourth.",
      fr: "Quatre coins d'un carré, tous vers l'extérieur, gagnent. Vous en avez trois. Posez le quatrième.",
    },
    goal: wins,
    done: {
      en: "What lies inside the square or on its sides does not matter, only the corners.",
      fr: "Ce qui est dans le carré ou sur ses côtés ne compte pas, seulement les coins.",
    },
    hint: {
      en: "The corners are b6, d6 and b4. The missing cell is d4, and its corner points away from the middle.",
      fr: "Les coins sont b6, d6 et b4. La case qui manque est d4, et son coin tourne le dos au milieu.",
    },
  },
  {
    position: "6/6/1C2D1/3a2/6/1B4/2b3 B -",
    task: {
      en: "Pointing inward wins too. Complete this square.",
      fr: "Tous vers l'intérieur, cela gagne aussi. Complétez ce carré.",
    },
    goal: wins,
    done: {
      en: "Inward squares are easily missed, also the opponent's.",
      fr: "Les carrés tournés vers l'intérieur échappent facilement, ceux de l'adversaire aussi.",
    },
    hint: {
      en: "Three triangles point to the middle of the square b5, e5, b2, e2.",
      fr: "Trois triangles montrent le milieu du carré b5, e5, b2, e2.",
    },
  },
  {
    position: "6/6/2b3/1B1B2/4a1/1D1C2/c5 B -",
    task: {
      en: "Two triangles of one colour in a cell show all four corners. Win with such a pair.",
      fr: "Deux triangles d'une couleur dans une case en montrent les quatre coins. Gagnez avec une telle paire.",
    },
    goal: wins,
    done: {
      en: "Your triangle on b4 pointed the wrong way; the pair points every way.",
      fr: "Votre triangle en b4 était mal tourné ; la paire montre tous les côtés.",
    },
    hint: {
      en: "Three corners are right: d4, d2 and b2. Fill the cell of the fourth.",
      fr: "Trois coins sont bons : d4, d2 et b2. Remplissez la case du quatrième.",
    },
  },
  {
    position: "6/1a1b2/6/1d4/4A1/2B3/6 B -",
    task: {
      en: "White has three corners and wins next turn. Block the fourth.",
      fr: "Blanc a trois coins et gagne au prochain tour. Bloquez le quatrième.",
    },
    goal: holds,
    done: {
      en: "White lacks a bottom right corner on d4, and can no longer have it.",
      fr: "À Blanc il manque un coin en bas à droite en d4, et il ne peut plus l'avoir.",
    },
    hint: {
      en: "White still wins. Take d4, and not its top left: that would leave free the very corner White needs.",
      fr: "Blanc gagne quand même. Prenez d4, mais pas en haut à gauche : il resterait libre le coin qu'il lui faut.",
    },
  },
  {
    position: "6/6/3c2/1A1B2/6/1D1b2/4a1 B s",
    task: {
      en: "White has just blocked you, so in this one turn you may place a square tile. Place one.",
      fr: "Blanc vient de vous bloquer : à ce seul tour, vous pouvez poser un carré. Posez-en un.",
    },
    goal: like(/#$/),
    done: {
      en: "A square tile fills an empty cell and shows all four corners at once.",
      fr: "Un carré remplit une case vide et en montre les quatre coins à la fois.",
    },
    hint: {
      en: "Choose the square tile beside the board, then an empty cell.",
      fr: "Choisissez le carré à côté du plateau, puis une case vide.",
    },
  },
  {
    position: "5b/1A1B2/6/4D1/a1b1A1/6/5c B -",
    task: {
      en: "A single threat gets blocked. Find the triangle that leaves two of your squares with one corner to go.",
      fr: "Une seule menace se bloque. Trouvez le triangle qui laisse deux de vos carrés à un coin de la fin.",
    },
    goal: one("d4se"),
    done: {
      en: "A large square outward and a small one inward: White can block only one of them.",
      fr: "Un grand carré vers l'extérieur et un petit vers l'intérieur : Blanc ne peut en bloquer qu'un.",
    },
    hint: {
      en: "Look at d4: it is a corner of the large square and of the small one.",
      fr: "Regardez d4 : c'est un coin du grand carré et du petit.",
    },
  },
];

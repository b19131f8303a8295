import { parse } from "./notation";
import { exactMove, type LessonCheck, type Lesson } from "../../learn/lesson";

const START = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I - ";

/** The answer wins the duel for the player who gives it. */
const winsDuel: LessonCheck = ({ before, after }) => {
  const own = before.turn ?? "p1";
  return parse(after.position).score[own] > parse(before.position).score[own];
};

/** The duel brings at least this many points against every answer. */
const brings =
  (points: number): LessonCheck =>
  async ({ before, after, show }) => {
    const own = before.turn ?? "p1";
    if (!parse(after.position).duel) return false;
    for (const answer of after.legal) {
      const end = await show(answer);
      if (parse(end.position).score[own] < parse(before.position).score[own] + points) return false;
    }
    return true;
  };

/** The light sun 2 stands in the back row. */
const hidesTheSun: LessonCheck = ({ after }) => {
  const { cells } = parse(after.position);
  return Object.entries(cells).some(([cell, piece]) => piece.name === "S2" && cell.endsWith("1"));
};

export const lesson: Lesson = [
  {
    position: `${START}s 0-0`,
    look: ["b2"],
    task: {
      en: "You are Isis, at the bottom. Start a duel: advance the eye 2 from b2 to the duel row.",
      fr: "Vous êtes Isis, en bas. Engagez un duel : avancez l’œil 2 de b2 dans la rangée des duels.",
    },
    check: exactMove("b2"),
    done: {
      en: "Only the front piece of each column can advance. Anubis must answer at once.",
      fr: "Dans chaque colonne, seule la pièce de devant peut avancer. Anubis doit répondre aussitôt.",
    },
    hint: {
      en: "Select the piece on b2, then the duel row in front of it.",
      fr: "Choisissez la pièce en b2, puis la rangée des duels devant elle.",
    },
  },
  {
    position: "s1,w6,k2,e1,W3,k6/e6,-,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I bs4 s 0-0",
    look: ["duel", "c2", "e2"],
    task: {
      en: "Anubis has engaged sun 4 in column b. Two of your pieces with the same sign can answer. If the sum is even, the piece nearer to = wins; if it is odd, the piece nearer to ≠. Win the duel.",
      fr: "Anubis a engagé le soleil 4 en colonne b. Deux de vos pièces du même signe peuvent répondre. Si la somme est paire, la pièce la plus proche de = gagne ; si elle est impaire, la plus proche de ≠. Gagnez le duel.",
    },
    check: winsDuel,
    done: {
      en: "4 + 3 is odd, and column e is nearer to ≠ than column b.",
      fr: "4 + 3 est impair, et la colonne e est plus près de ≠ que la colonne b.",
    },
    hint: {
      en: "4 + 2 is even, and Anubis in column b is nearer to =: that would have lost a light piece.",
      fr: "4 + 2 est pair, et Anubis en colonne b est plus près de = : cela aurait perdu une pièce claire.",
    },
  },
  {
    position: "-,-,-,-,-,-/e6,-,w1,-,-,-/-,-,-,e5,-,-/-,s3,-,-,-,w5 I bk2 s 30-28",
    look: ["duel", "b1"],
    task: {
      en: "Ankh 2 is engaged, and you have no ankh and no 2. In that case your leftmost column must answer. Play it.",
      fr: "L’ankh 2 est engagé, et vous n’avez ni ankh ni 2. Dans ce cas, votre colonne la plus à gauche doit répondre. Jouez-la.",
    },
    check: exactMove("b1"),
    done: {
      en: "Left is from your point of view; Anubis, sitting opposite, counts from column f.",
      fr: "La gauche s’entend de votre point de vue ; Anubis, assis en face, compte depuis la colonne f.",
    },
    hint: { en: "Your leftmost piece is on b1.", fr: "Votre pièce la plus à gauche est en b1." },
  },
  {
    position: `${START}s 0-0`,
    look: ["c2"],
    task: {
      en: "Pieces with a light background are worth 11 points. Your light sun 2 on c2 can be drawn into a duel. Swap it with a piece in the back row.",
      fr: "Les pièces à fond clair valent 11 points. Votre soleil 2 clair en c2 peut être entraîné dans un duel. Échangez-le avec une pièce de la rangée arrière.",
    },
    check: hidesTheSun,
    done: {
      en: "Behind another piece it is safe. In return, Anubis must start the next duel and may not swap.",
      fr: "Derrière une autre pièce, il est à l’abri. En contrepartie, Anubis doit engager le prochain duel et n’a pas le droit d’échanger.",
    },
    hint: {
      en: "Select the light piece on c2, then any piece of row 1.",
      fr: "Choisissez la pièce claire en c2, puis n’importe quelle pièce de la rangée 1.",
    },
  },
  {
    position: `${START}x 0-0`,
    look: ["a2", "b2", "c2", "d2", "e2", "f2"],
    task: {
      en: "Anubis has just swapped, so you must engage a piece. Engage the piece that wins against every answer.",
      fr: "Anubis vient d’échanger, vous devez donc engager une pièce. Engagez celle qui gagne quelle que soit la réponse.",
    },
    check: brings(1),
    done: {
      en: "Eye 6 and the light ankh 5 could answer eye 5: one sum is odd, the other even, and you win both.",
      fr: "L’œil 6 et l’ankh 5 clair pouvaient répondre à l’œil 5 : une somme impaire, une paire, et vous gagnez les deux.",
    },
    hint: {
      en: "Anubis has a winning answer. For each of your six front pieces, find which pieces can answer it, and where they are.",
      fr: "Anubis a une réponse qui gagne. Pour chacune de vos six pièces de devant, cherchez quelles pièces peuvent lui répondre, et où elles sont.",
    },
  },
  {
    position: "-,s3,-,k2,s1,w4/-,W3,-,k6,-,-/E4,-,k1,-,-,-/e2,-,K5,e3,-,e5 I - s 16-6",
    look: ["a2", "c2", "d1", "f1"],
    task: {
      en: "When only one answer is possible, you choose both sides of the duel. Start a duel that wins 12 points.",
      fr: "Quand une seule réponse est possible, vous choisissez les deux côtés du duel. Engagez un duel qui rapporte 12 points.",
    },
    check: brings(12),
    done: {
      en: "Only water 4 on f4 can answer: 8 is even, and no column is nearer to = than column a.",
      fr: "Seule l’eau 4 en f4 peut répondre : 8 est pair, et aucune colonne n’est plus près de = que la colonne a.",
    },
    hint: {
      en: "You need your light piece in the duel. Which column is best for an even sum?",
      fr: "Il faut votre pièce claire dans le duel. Quelle colonne convient à une somme paire ?",
    },
  },
  {
    position: "-,-,-,-,-,-/e3,-,-,-,s1,-/-,-,k2,-,w5,-/-,-,-,-,-,- I - s 30-30",
    look: ["c2", "e2"],
    task: {
      en: "The score is 30 to 30 with two duels to go. The last one is worth 11 extra points, and the loser of a duel starts the next. Find the move that wins both.",
      fr: "30 à 30 et deux duels à jouer. Le dernier rapporte 11 points de plus, et le perdant d’un duel engage le suivant. Trouvez le coup qui gagne les deux.",
    },
    check: exactMove("e2"),
    done: {
      en: "No piece matches water 5, so sun 1 answers: 6 is even and you are nearer to =. Then eye 3 meets ankh 2: 5 is odd and you are nearer to ≠.",
      fr: "Aucune pièce ne correspond à l’eau 5, le soleil 1 répond donc : 6 est pair et vous êtes plus près de =. Puis l’œil 3 rencontre l’ankh 2 : 5 est impair et vous êtes plus près de ≠.",
    },
    hint: {
      en: "Count both duels: who answers the first, and which two pieces are left for the last?",
      fr: "Comptez les deux duels : qui répond au premier, et quelles pièces restent pour le dernier ?",
    },
  },
  {
    position:
      "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I +E4.K5.e1.e2.e3.k1.k2.k3.s1.s3.w1.w2 2 S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6",
    variant: ["draft"],
    look: ["+E4", "a1"],
    task: {
      en: "In the draft variant, players place the pieces themselves, two per turn, back rows first. Place the light eye 4 on a1.",
      fr: "Dans la variante « Placement au choix », les joueurs posent eux-mêmes les pièces, deux par tour, les rangées arrière d’abord. Posez l’œil 4 clair en a1.",
    },
    check: exactMove("E4@a1"),
    done: {
      en: "Next to = is the best place for even sums.",
      fr: "Près de =, c’est la meilleure place pour les sommes paires.",
    },
    hint: {
      en: "Select the light eye 4 among the face-up pieces, then the cell a1.",
      fr: "Choisissez l’œil 4 clair parmi les pièces visibles, puis la case a1.",
    },
  },
];

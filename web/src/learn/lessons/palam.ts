import { parse } from "../../games/palam/text";
import { one, type Goal, type Lesson } from "../lesson";

const START = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I - ";

/** The answer wins the duel for whoever gives it. */
const winsDuel: Goal = ({ before, after }) => {
  const own = before.turn ?? "p1";
  return parse(after.position).score[own] > parse(before.position).score[own];
};

/** Whatever the opponent answers, the duel brings so many points at least. */
const brings =
  (points: number): Goal =>
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
const hidesTheSun: Goal = ({ after }) => {
  const { cells } = parse(after.position);
  return Object.entries(cells).some(([cell, stone]) => stone.name === "S2" && cell.endsWith("1"));
};

export const lesson: Lesson = [
  {
    position: `${START}s 0-0`,
    task: {
      en: "You are Isis, below. Engage a duel: advance the eye 2 on b2 to the duel row.",
      fr: "Vous êtes Isis, en bas. Engagez un duel : avancez l'œil 2 de b2 dans la rangée des duels.",
    },
    goal: one("b2"),
    done: {
      en: "In each column only the front piece can advance. Anubis must answer at once.",
      fr: "Dans chaque colonne, seule la pièce de devant peut avancer. Anubis doit répondre aussitôt.",
    },
    hint: {
      en: "Choose the piece on b2, then the duel row in front of it.",
      fr: "Choisissez la pièce en b2, puis la rangée des duels devant elle.",
    },
  },
  {
    position: "s1,w6,k2,e1,W3,k6/e6,-,w1,k4,s6,K5/w2,e2,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 I bs4 s 0-0",
    task: {
      en: "Anubis has engaged sun 4 in column b. Two of your pieces can answer, with the same sign. An even sum wins for the piece nearer =, an odd one for the piece nearer ≠. Win the duel.",
      fr: "Anubis a engagé le soleil 4 en colonne b. Deux de vos pièces peuvent répondre, du même signe. Une somme paire fait gagner la pièce la plus près de =, une somme impaire la plus près de ≠. Gagnez le duel.",
    },
    goal: winsDuel,
    done: {
      en: "4 + 3 is odd, and column e is nearer ≠ than column b.",
      fr: "4 + 3 est impair, et la colonne e est plus près de ≠ que la colonne b.",
    },
    hint: {
      en: "4 + 2 is even, and Anubis in column b is nearer =: that would have given away a light piece.",
      fr: "4 + 2 est pair, et Anubis en colonne b est plus près de = : c'était donner une pièce claire.",
    },
  },
  {
    position: "-,-,-,-,-,-/e6,-,w1,-,-,-/-,-,-,e5,-,-/-,s3,-,-,-,w5 I bk2 s 30-28",
    task: {
      en: "Ankh 2 is engaged, and you have no ankh and no 2. Then your leftmost column must answer. Play it.",
      fr: "L'ankh 2 est engagé, et vous n'avez ni ankh ni 2. C'est alors la colonne la plus à gauche qui répond. Jouez-la.",
    },
    goal: one("b1"),
    done: {
      en: "Left is as you see it; Anubis, who sits opposite, counts from column f.",
      fr: "La gauche est celle de qui répond ; Anubis, assis en face, compte depuis la colonne f.",
    },
    hint: { en: "Your leftmost piece stands on b1.", fr: "Votre pièce la plus à gauche est en b1." },
  },
  {
    position: `${START}s 0-0`,
    task: {
      en: "Pieces on a light ground are worth 11 points. Your light sun 2 on c2 can be drawn into a duel. Swap it into the back row.",
      fr: "Les pièces à fond clair valent 11 points. Votre soleil 2 clair en c2 peut être entraîné dans un duel. Échangez-le vers la rangée arrière.",
    },
    goal: hidesTheSun,
    done: {
      en: "Behind another piece it cannot be reached. In return Anubis chooses the next duel, and may not swap.",
      fr: "Derrière une autre pièce, il est hors d'atteinte. En échange, Anubis choisit le prochain duel, et n'a pas le droit d'échanger.",
    },
    hint: {
      en: "Choose the light piece on c2 and then any piece of row 1.",
      fr: "Choisissez la pièce claire en c2, puis n'importe quelle pièce de la rangée 1.",
    },
  },
  {
    position: `${START}x 0-0`,
    task: {
      en: "Anubis has just swapped, so you must engage. Engage the piece that wins whatever answers.",
      fr: "Anubis vient d'échanger, vous devez donc engager. Engagez la pièce qui gagne quelle que soit la réponse.",
    },
    goal: brings(1),
    done: {
      en: "Eye 6 and the light ankh 5 could answer eye 5: one sum odd, one even, and you win both.",
      fr: "L'œil 6 et l'ankh 5 clair pouvaient répondre à l'œil 5 : une somme impaire, une paire, et vous gagnez les deux.",
    },
    hint: {
      en: "Anubis has an answer that wins. For each of your six front pieces ask what matches it, and where that stands.",
      fr: "Anubis a une réponse qui gagne. Pour chacune de vos six pièces de devant, cherchez ce qui lui répond, et où.",
    },
  },
  {
    position: "-,s3,-,k2,s1,w4/-,W3,-,k6,-,-/E4,-,k1,-,-,-/e2,-,K5,e3,-,e5 I - s 16-6",
    task: {
      en: "With a single possible answer you have chosen both sides of the duel. Engage so as to win 12 points.",
      fr: "Quand une seule réponse est possible, vous avez choisi les deux camps du duel. Engagez pour gagner 12 points.",
    },
    goal: brings(12),
    done: {
      en: "Only water 4 on f4 can answer: 8 is even, and nobody is nearer = than column a.",
      fr: "Seule l'eau 4 en f4 peut répondre : 8 est pair, et personne n'est plus près de = que la colonne a.",
    },
    hint: {
      en: "You need your light piece in the duel. Which column is best for an even sum?",
      fr: "Il faut votre pièce claire dans le duel. Quelle colonne convient à une somme paire ?",
    },
  },
  {
    position: "-,-,-,-,-,-/e3,-,-,-,s1,-/-,-,k2,-,w5,-/-,-,-,-,-,- I - s 30-30",
    task: {
      en: "30 to 30 and two duels to go. The last one brings 11 points more, and the loser of a duel chooses the next. Find the move that wins both.",
      fr: "30 à 30 et deux duels à jouer. Le dernier rapporte 11 points de plus, et le perdant d'un duel choisit le suivant. Trouvez le coup qui gagne les deux.",
    },
    goal: one("e2"),
    done: {
      en: "Water 5 finds no match, so sun 1 answers: 6 is even and you are nearer =. Then eye 3 meets ankh 2: 5 is odd and you are nearer ≠.",
      fr: "Rien ne répond à l'eau 5, c'est donc le soleil 1 : 6 est pair et vous êtes plus près de =. Puis l'œil 3 rencontre l'ankh 2 : 5 est impair et vous êtes plus près de ≠.",
    },
    hint: {
      en: "Count both duels: who answers the first, and which two pieces are left for the last?",
      fr: "Comptez les deux duels : qui répond au premier, et quelles pièces restent pour le dernier ?",
    },
  },
  {
    position:
      "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I +E4.K5.e1.e2.e3.k1.k2.k3.s1.s3.w1.w2 2 S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6",
    variant: ["draft"],
    task: {
      en: "In the variant draft the players place the pieces themselves, two a turn, back rows first. Put the light eye 4 on a1.",
      fr: "Dans la variante draft, les joueurs posent eux-mêmes les pièces, deux par tour, les rangées arrière d'abord. Posez l'œil 4 clair en a1.",
    },
    goal: one("E4@a1"),
    done: {
      en: "Beside = it is at its best for even sums.",
      fr: "Près de =, c'est la meilleure place pour les sommes paires.",
    },
    hint: {
      en: "Choose the light eye 4 among the face-up pieces, then the cell a1.",
      fr: "Choisissez l'œil 4 clair parmi les pièces visibles, puis la case a1.",
    },
  },
];

import type { Lang } from "../i18n/index.svelte";

/**
 * What the first page says of the games, before the rules library is loaded. The summaries are shorter than the library's;
 * a test compares the rest with what that says.
 */
export const GAMES: readonly {
  readonly id: string;
  readonly title: string;
  readonly credit: string;
  /** A position to look at. */
  readonly sample: string;
  readonly summary: Readonly<Record<Lang, string>>;
}[] = [
  {
    id: "siam",
    title: "Siam",
    credit: "Didier Dhorbait · Ferti, 2005",
    sample: "N3e/1S1S1/1ooow/Nsn2/n2N1 E 20 -",
    summary: {
      en: "Elephants and rhinos push rocks off a five-by-five board.",
      fr: "Éléphants et rhinocéros poussent des rochers hors d’un plateau de cinq sur cinq.",
    },
  },
  {
    id: "samliam",
    title: "Sam Liam",
    credit: "Gérard Pierson",
    sample: "3b2/AQ1c2/DA2a1/3C2/1b1a2/aD2CC/AAadaa B -",
    summary: {
      en: "Place triangles at the four corners of a square, all pointing outward or all inward.",
      fr: "Posez des triangles aux quatre coins d’un carré, tous vers l’extérieur ou tous vers l’intérieur.",
    },
  },
  {
    id: "saigon",
    title: "Saigon",
    credit: "Philippe des Pallières, Patrice Pillet · 1994",
    sample: "LLL/LDDDD/DLLL/LDD L",
    summary: {
      en: "Push stacks along a rail and get six of your pallets out at its ends.",
      fr: "Poussez des piles sur un rail et faites sortir six de vos palets par ses bouts.",
    },
  },
  {
    id: "palam",
    title: "Palam",
    credit: "Claude Leroy · Dujardin / L’Astuce, 1999",
    sample: "s5,k6,e1,k2,s1,w4/k3,S2,w1,s3,s6,W3/E4,w2,k1,e6,k4,w6/e2,w5,K5,e3,e5,s4 I - s 0-0",
    summary: {
      en: "Twelve duels of odd and even between two camps facing each other.",
      fr: "Douze duels de pair et d’impair entre deux camps face à face.",
    },
  },
];

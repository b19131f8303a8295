import type { About } from "../../board/types";

export const about: About = {
  order: 2,
  title: "Sam Liam",
  credit: "Gérard Pierson",
  sample: "3b2/AQ1c2/DA2a1/3C2/1b1a2/aD2CC/AAadaa B -",
  summary: {
    en: "Place triangles at the four corners of a square, all pointing outward or all inward.",
    fr: "Posez des triangles aux quatre coins d’un carré, tous vers l’extérieur ou tous vers l’intérieur.",
  },
  lessonSteps: 8,
  lessonWin: "6jdseethtav2",
};

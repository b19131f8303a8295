import type { Judged } from "../rules/types";

/** The sign behind a move, as players write it. */
const SIGNS: Readonly<Record<number, string>> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
};

export const signOf = (nag: number | undefined): string => SIGNS[nag ?? 0] ?? "";

const NAGS: Readonly<Partial<Record<Judged["label"], number>>> = {
  only: 7,
  inaccuracy: 6,
  mistake: 2,
  "missed-win": 2,
  blunder: 4,
};

/** The sign of a judged move; the server sends none, so it follows from the label there. */
export const nagOf = ({ nag, label }: Judged): number | undefined => nag ?? NAGS[label];

export const isBad = (label: Judged["label"]): boolean =>
  label === "inaccuracy" || label === "mistake" || label === "blunder" || label === "missed-win";

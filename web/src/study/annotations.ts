import type { ReviewedMove } from "../rules/types";

/** The symbol of a numeric annotation glyph. */
const SIGNS: Readonly<Record<number, string>> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
};

export const nagSymbol = (nag: number | undefined): string => SIGNS[nag ?? 0] ?? "";

const NAGS: Readonly<Partial<Record<ReviewedMove["label"], number>>> = {
  only: 7,
  inaccuracy: 6,
  mistake: 2,
  "missed-win": 2,
  blunder: 4,
};

/** The glyph of a label. */
export const labelNag = (label: ReviewedMove["label"]): number | undefined => NAGS[label];

/** The glyph of a reviewed move; derived from the label if missing, as in reviews of the server. */
export const nagOf = ({ nag, label }: ReviewedMove): number | undefined => nag ?? labelNag(label);

export const isBad = (label: ReviewedMove["label"]): boolean =>
  label === "inaccuracy" || label === "mistake" || label === "blunder" || label === "missed-win";

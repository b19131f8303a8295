/** The pieces of Palam and their points. */
import { about } from "./about";
import { parse, type Piece } from "./notation";

/** All pieces by sign, each sign in the order of its numbers. The position of the home page has them all. */
export const PIECES: readonly (readonly Piece[])[] = (["s", "w", "e", "k"] as const).map((sign) =>
  Object.values(parse(about.sample).cells)
    .filter((piece) => piece.sign === sign)
    .toSorted((one, two) => one.number - two.number),
);

/** The points of a whole game. */
export const ALL_POINTS = 75;

/** The fewest points that win. */
export const MAJORITY = Math.floor(ALL_POINTS / 2) + 1;

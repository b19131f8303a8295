/** What of a game is printed on paper: a board and pieces to cut out. Measures are in millimetres. */
import type { Localized } from "../i18n/localized";

export interface PrintPieces {
  /** What they are, in the plural if there are several. */
  readonly name: Localized;
  /** How many pieces there are after cutting. */
  readonly count: number;
  /** The rectangles to cut out, each with the pieces that lie on it as `PieceSymbol` draws them. */
  readonly rectangles: readonly (readonly string[])[];
  readonly width: number;
  readonly height: number;
  /** The width of the picture of a piece. */
  readonly picture: number;
  /** Whether a rectangle is also cut from the upper right corner to the lower left one. */
  readonly isHalved?: boolean;
}

/** How a game is printed: `print` in `print.ts` of its folder. */
export interface PrintKit {
  /** A position without pieces, as the board draws it. */
  readonly board: string;
  /** The width of the board. */
  readonly width: number;
  readonly pieces: readonly PrintPieces[];
}

/** The widest board on A4 paper with margins of 12 mm. */
export const PAPER_WIDTH = 186;

/** Several rectangles with the same pieces. */
export const times = (count: number, ...pieces: readonly string[]): string[][] =>
  Array.from({ length: count }, () => [...pieces]);

import { PAPER_WIDTH, times, type PrintKit, type PrintPieces } from "../../board/print";
import type { Localized } from "../../i18n/localized";

/** Cells are 32 mm wide. */
const pieces = (count: number, piece: string, name: Localized): PrintPieces => ({
  name,
  count,
  rectangles: times(count, piece),
  width: 29,
  height: 29,
  picture: 27,
});

export const print: PrintKit = {
  board: "5/5/5/5/5 E 0 -",
  width: PAPER_WIDTH,
  pieces: [
    pieces(5, "N", { en: "elephants", fr: "éléphants" }),
    pieces(5, "n", { en: "rhinos", fr: "rhinocéros" }),
    pieces(3, "o", { en: "rocks", fr: "rochers" }),
  ],
};

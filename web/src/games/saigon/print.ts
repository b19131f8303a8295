import { PAPER_WIDTH, times, type PrintKit, type PrintPieces } from "../../board/print";
import type { Localized } from "../../i18n/localized";

/** The slots are 35 mm wide, and stacks of up to eight pallets fit on the picture of the rail. */
const pallets = (piece: string, name: Localized): PrintPieces => ({
  name,
  count: 8,
  rectangles: times(8, piece),
  width: 34,
  height: 14.5,
  picture: 33,
});

export const print: PrintKit = {
  board: "-/-/-/- L",
  width: PAPER_WIDTH,
  pieces: [
    pallets("p1", { en: "light pallets", fr: "palets clairs" }),
    pallets("p2", { en: "dark pallets", fr: "palets sombres" }),
  ],
};

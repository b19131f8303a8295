import "./print.css";
import { PAPER_WIDTH, times, type PrintKit, type PrintPieces } from "../../board/print";
import type { Localized } from "../../i18n/localized";

/** Cells are 27.5 mm wide. All pieces are on one page. */
const SIZE = { width: 26, height: 26, picture: 26 };

/** Two triangles lie on a rectangle, which is cut once more. */
const triangles = (one: string, other: string, name: Localized): PrintPieces => ({
  name,
  count: 30,
  rectangles: times(15, one, other),
  isHalved: true,
  ...SIZE,
});
const squares = (piece: string, name: Localized): PrintPieces => ({
  name,
  count: 3,
  rectangles: times(3, piece),
  ...SIZE,
});

export const print: PrintKit = {
  board: "6/6/6/6/6/6/6 B -",
  width: PAPER_WIDTH,
  pieces: [
    triangles("A", "C", { en: "black triangles", fr: "triangles noirs" }),
    squares("Q", { en: "black square tiles", fr: "tuiles carrées noires" }),
    triangles("a", "c", { en: "white triangles", fr: "triangles blancs" }),
    squares("q", { en: "white square tiles", fr: "tuiles carrées blanches" }),
  ],
};

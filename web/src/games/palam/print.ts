import { PAPER_WIDTH, type PrintKit } from "../../board/print";
import { editor } from "./editor";

const ROW = "-,-,-,-,-,-";

/** Cells are 23 mm wide. */
export const print: PrintKit = {
  board: `${ROW}/${ROW}/${ROW}/${ROW} I - s 0-0`,
  width: PAPER_WIDTH,
  pieces: [
    {
      name: { en: "pieces, four of them with a light background", fr: "pièces, dont quatre à fond clair" },
      count: 24,
      rectangles: editor.tools.flat().map(({ piece }) => [piece]),
      width: 22.5,
      height: 22.5,
      picture: 20.5,
    },
  ],
};

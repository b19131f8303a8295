import type { CellGame } from "../../board/cellGame";
import { Grid } from "../../board/grid";

/** The cells are the points where the lines meet. */
export const game: CellGame = {
  grid: new Grid({ columns: 3, rows: 3 }, { cell: 150, frame: 36, place: 110 }),
  pieces: {
    W: { owner: "p1", name: { en: "white man", fr: "pion blanc" } },
    B: { owner: "p2", name: { en: "black man", fr: "pion noir" } },
  },
  seats: {
    p1: { letter: "W", name: { en: "White", fr: "Blancs" } },
    p2: { letter: "B", name: { en: "Black", fr: "Noirs" } },
  },
};

import type { GameMoves } from "../../../e2e/moves";

export const moves: GameMoves = {
  sample: "b2",
  whole: { moves: "a1 b3 c2 a2 b1 c3 c2b2 b3a3 b2c1", winner: "White" },
  refusedDrag: { ply: 6, from: "cell:c2", to: "cell:a3" },
};

import type { GameMoves } from "../../../e2e/moves";

export const moves: GameMoves = {
  sample: "c3se",
  whole: { moves: "a3sw f6sw a4se c6nw e1se a1nw c3se b1nw c5ne c1nw a5nw", winner: "Black" },
  isAutomatic: (key) => key.startsWith("corner:"),
  async stages(_, move) {
    const [cell, shape] = [move.slice(0, 2), move.slice(2)];
    return shape === "#" ? ["square", `cell:${cell}`] : [`cell:${cell}`, `corner:${shape}`];
  },
  // The quarter of the cell that is clicked is the corner that is meant.
  click(move) {
    const [cell, corner] = [move.slice(0, 2), move.slice(2)];
    if (corner === "#") return undefined;
    return {
      key: `cell:${cell}`,
      x: corner.endsWith("e") ? 0.8 : 0.2,
      y: corner.startsWith("s") ? 0.8 : 0.2,
    };
  },
};

import type { GameMoves } from "../../../e2e/moves";
import { parseShift } from "./notation.ts";

export const moves: GameMoves = {
  sample: "pr",
  whole: {
    moves:
      "1-2x2 4-2x1 3-1x2 2-4x6 3-1x1 4-2x6 pl 2-4x5 1-3x3 pl 3-2x1 pl 3-1x1 pr 2-4x1 2-1x1 pl 1-4x1 3-2x1 3-2x1 " +
      "1-2x1 pl 1-4x4 1-4x1 2-1x1 4-2x3 4-2x1 pr 3-1x1 3-1x1 pl",
    winner: "Light",
  },
  // Slots are above their stacks, at any height.
  arrowTowards: (from, to) => (to.startsWith("slot:") && !from.startsWith("slot:") ? "ArrowUp" : undefined),
  async stages(page, move) {
    if (move === "pass") return ["pass"];
    const shift = parseShift(move);
    if (!shift) return [`push:${move[1]}`];
    const height = await page.locator(`#board [data-key^="pallet:${shift.from}."]`).count();
    return [`pallet:${shift.from}.${height - shift.count}`, `slot:${shift.to}`];
  },
};

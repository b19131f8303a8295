import type { GameMoves } from "../../../e2e/moves";

export const moves: GameMoves = {
  sample: "@c1N",
  whole: { moves: "@a3S @c5W a3N @d5S @c5S @b5S @e3W c4S a3W c4c3 @e3W b3W @e1N @e3W", winner: "Rhinos" },
  isAutomatic: (key) => key.startsWith("facing:"),
  async stages(_, move, ply) {
    const cells = (move.match(/[a-e][1-5]/g) ?? []).map((cell) => `cell:${cell}`);
    const facing = /[NESW]$/.test(move) ? [`facing:${move.at(-1)}`] : [];
    if (move.startsWith("@")) return [`reserve:p${(ply % 2) + 1}`, ...cells, ...facing];
    if (move.endsWith("-")) return [...cells, "leave"];
    return cells.length === 1 ? [...cells, ...cells, ...facing] : [...cells, ...facing];
  },
};

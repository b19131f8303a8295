/** Moves of Siam in the move list: the animal as it looks afterwards, what it does, and where. */
import type { MoveSymbol } from "../../board/types";
import { pushOf } from "./tracking";
import { parse, type Facing } from "./notation";

export function moveSymbols(move: string, before: string): readonly MoveSymbol[] {
  const { turn, pieces } = parse(before);
  const [from = "", to] = move.match(/[a-e][1-5]/g) ?? [];
  const own = pieces.find((piece) => piece.cell === from);
  const stood = own?.kind === "animal" ? own.facing : "N";
  const facing = /[NESW]$/.test(move) ? (move.at(-1) as Facing) : stood;
  const piece = { piece: turn === "p1" ? facing : facing.toLowerCase() };
  const isTaken = (cell: string) => pieces.some((piece) => piece.cell === cell);
  if (move.startsWith("@"))
    return [piece, { icon: "enter" }, ...(isTaken(from) ? [{ icon: "push" } as const] : []), { text: from }];
  if (move.endsWith("-")) return [piece, { icon: "leave" }, { text: from }];
  if (to === undefined) return [piece, { icon: "turn" }, { text: from }];
  return [piece, { text: from }, { icon: pushOf(move) ? "push" : "move" }, { text: to }];
}

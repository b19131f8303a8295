/** Moves of Sam Liam in the move list: the tile as it lies, and its cell. */
import type { MoveSymbol } from "../../board/types";
import { letterOf, parse, type Corner } from "./notation";

export function moveSymbols(move: string, before: string): readonly MoveSymbol[] {
  if (move === "pass") return [{ text: "–" }];
  const shape = move.slice(2);
  const corner = shape === "#" ? undefined : (shape as Corner);
  return [{ piece: letterOf(parse(before).turn, corner) }, { text: move.slice(0, 2) }];
}

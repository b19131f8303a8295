/** Moves of Saigon for the list of moves: pallets and slots, or a push and the pallet that it takes out. */
import type { MoveSymbol } from "../../board/types";
import { parse, parsePush, parseShift } from "./notation";

/** More pallets than this are written as a number. */
const MAX_DRAWN = 2;

export function moveSymbols(move: string, before: string): MoveSymbol[] {
  const { stacks } = parse(before);
  const way = parsePush(move);
  if (way) {
    const [leaving] = stacks[way === "r" ? 3 : 0] ?? [];
    return [{ icon: way === "r" ? "push" : "pushLeft" }, ...(leaving ? [{ piece: leaving }] : [])];
  }
  const shift = parseShift(move);
  if (!shift) return [{ icon: "pass" }];
  const block = stacks[shift.from - 1]?.slice(-shift.count) ?? [];
  const [lowest] = block;
  const drawn: MoveSymbol[] =
    block.length > MAX_DRAWN && lowest
      ? [{ text: `${block.length} ×` }, { piece: lowest }]
      : block.map((piece) => ({ piece }));
  return [...drawn, { text: `${shift.from} → ${shift.to}` }];
}

/** Moves of Palam for the list of moves. The answer to a duel is listed with the sum and what the duel brings. */
import type { MoveSymbol } from "../../board/types";
import { duelBetween } from "./duel";
import { parse } from "./notation";
import { SEATS } from "./describe";

export function moveSymbols(move: string, before: string, after?: string): MoveSymbol[] {
  const position = parse(before);
  const [name, cell] = move.split("@");
  if (name !== undefined && cell !== undefined) return [{ piece: name }, { icon: "enter" }, { text: cell }];
  const cells = move.match(/[a-f][1-4]/g) ?? [];
  const pieces = cells.flatMap((cell): MoveSymbol[] => {
    const piece = position.cells[cell];
    return piece ? [{ piece: piece.name }] : [];
  });
  if (cells.length === 2) {
    const [first, second] = pieces;
    return first && second ? [first, { icon: "swap" }, second] : [{ text: move }];
  }
  if (!position.duel) return [...pieces, { icon: "duel" }, { text: move[0] ?? "" }];
  const duel = after === undefined ? undefined : duelBetween(position, move, parse(after));
  return duel
    ? [...pieces, { text: `${duel.sum} ${duel.sign}` }, { text: `${SEATS[duel.winner]} +${duel.points}` }]
    : pieces;
}

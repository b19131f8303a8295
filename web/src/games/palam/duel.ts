/** Duels as the positions show them. The rules decide them; the score tells who won. */
import { opponentOf } from "../../board/seats";
import type { Seat } from "../../rules/types";
import type { InsightMark } from "../../rules/insight";
import { parse, type PalamPosition, type Piece } from "./notation";

interface Side {
  readonly column: string;
  readonly camp: Seat;
  readonly piece: Piece;
}

/** A duel that has been fought. */
export interface Duel {
  readonly engaged: Side;
  readonly answer: Side;
  readonly winner: Seat;
  readonly points: number;
  readonly sum: number;
  /** The sign that the sum belongs to. */
  readonly sign: "=" | "≠";
}

const signOf = (sum: number): Duel["sign"] => (sum % 2 === 0 ? "=" : "≠");

/** The duel between two positions, if a move answered one. */
export function duelBetween(
  before: PalamPosition,
  move: string | undefined,
  after: PalamPosition,
): Duel | undefined {
  const piece = move?.length === 2 ? before.cells[move] : undefined;
  if (!before.duel || after.duel || !piece || move === undefined || after.cells[move]) return undefined;
  const camp = before.turn;
  const winner = after.score.p1 > before.score.p1 ? "p1" : "p2";
  const sum = before.duel.piece.number + piece.number;
  return {
    engaged: { column: before.duel.column, camp: opponentOf(camp), piece: before.duel.piece },
    answer: { column: move[0] ?? "a", camp, piece },
    winner,
    points: after.score[winner] - before.score[winner],
    sum,
    sign: signOf(sum),
  };
}

/** The duel that an answer under consideration would decide, as the marks of the rules give its winner and points. */
export function expectedDuel(marks: readonly InsightMark[], palam: PalamPosition): Duel | undefined {
  const winner = marks.find(({ kind }) => kind === "wins");
  const cell = marks.find(({ at, kind }) => (kind === "wins" || kind === "loses") && at !== "duel")?.at;
  const piece = cell === undefined ? undefined : palam.cells[cell];
  if (!winner || !palam.duel || cell === undefined || !piece) return undefined;
  const points = marks.find(({ at, text }) => at === "duel" && text !== "")?.text ?? "";
  const sum = palam.duel.piece.number + piece.number;
  return {
    engaged: { ...palam.duel, camp: opponentOf(palam.turn) },
    answer: { column: cell[0] ?? "a", camp: palam.turn, piece },
    winner: winner.at === "duel" ? opponentOf(palam.turn) : palam.turn,
    points: Number(points),
    sum,
    sign: signOf(sum),
  };
}

/** The duels of a game in their order, from its positions since the start. */
export function duelsOf(positions: readonly string[]): Duel[] {
  let before: PalamPosition | undefined;
  return positions.flatMap((text) => {
    const after = parse(text);
    const answer = before && Object.keys(before.cells).find((cell) => !after.cells[cell]);
    const duel = before && duelBetween(before, answer, after);
    before = after;
    return duel ?? [];
  });
}

/** The pieces that a player has won, light ones of a duel first. */
export const takenIn = (all: readonly Duel[], owner: Seat): Piece[] =>
  all
    .filter(({ winner }) => winner === owner)
    .flatMap(({ engaged, answer }) =>
      [engaged.piece, answer.piece].toSorted((a, b) => Number(b.light) - Number(a.light)),
    );

/** The order in which a finished game is counted: the duels that brought most come first, the last duel of all at the end. */
export function countingOrder(all: readonly Duel[]): Duel[] {
  return [...all.slice(0, -1).toSorted((a, b) => b.points - a.points), ...all.slice(-1)];
}

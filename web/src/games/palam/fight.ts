import type { Owner, PalamPosition, Stone } from "./notation";

interface Side {
  readonly column: string;
  readonly camp: Owner;
  readonly stone: Stone;
}

/** A duel that has been fought. */
export interface Fight {
  readonly engaged: Side;
  readonly answer: Side;
  readonly winner: Owner;
}

/** The duel between two positions, if a move answered one. Who won is seen by the points. */
export function fought(
  before: PalamPosition,
  move: string | undefined,
  after: PalamPosition,
): Fight | undefined {
  const stone = move?.length === 2 ? before.cells[move] : undefined;
  if (!before.duel || after.duel || !stone || move === undefined || after.cells[move]) return undefined;
  const camp = before.turn;
  return {
    engaged: { column: before.duel.column, camp: camp === "p1" ? "p2" : "p1", stone: before.duel.stone },
    answer: { column: move[0] ?? "a", camp, stone },
    winner: after.score.p1 > before.score.p1 ? "p1" : "p2",
  };
}

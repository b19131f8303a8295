/** The value of a move in the explorer: proven, or estimated by a search. */
import type { BookMoveView, TablebaseValueView } from "../net/schema";
import type { Evaluation, Seat } from "../rules/types";

const CHANCES = { win: 1, draw: 0.5, loss: 0 } as const;

/** For the player who makes the move, in the form of the engine's evaluations. */
function proven(chance: number, plies: number | null, margin: number | null): Evaluation {
  const sign = Math.sign(chance - 0.5);
  return {
    score: plies !== null && sign !== 0 ? { mate: sign * plies } : { cp: sign },
    win_chance: chance,
    proven: true,
    ...(margin === null || margin === 0 ? {} : { points_margin: margin }),
    source: plies === null ? "exact" : "table",
    depth: 0,
  };
}

const estimated = (chance: number): Evaluation => ({
  score: { cp: 0 },
  win_chance: chance,
  proven: false,
  source: "search",
  depth: 0,
});

/** The value of a move of the book, for the player to move. */
export function bookValue(
  { p1_chance, proven: isProven, plies, margin }: BookMoveView,
  turn: Seat,
): Evaluation {
  const chance = turn === "p1" ? p1_chance : 1 - p1_chance;
  if (!isProven) return estimated(chance);
  return proven(chance, plies ?? null, margin == null ? null : turn === "p1" ? margin : -margin);
}

/** The value of a move by a tablebase, for the player who makes it. */
export const tableValue = ({ result, plies }: TablebaseValueView): Evaluation =>
  proven(CHANCES[result], plies ?? null, null);

/** The value of a move that ends the game, for the player who makes it. */
export const finalValue = (winner: Seat | null, turn: Seat): Evaluation =>
  proven(winner === null ? 0.5 : winner === turn ? 1 : 0, 1, null);

/** The value of a move from the evaluation of the position after it, in which `next` is to move. */
export function valueFromReply(evaluation: Evaluation, next: Seat, turn: Seat): Evaluation {
  const isSame = next === turn;
  const chance = isSame ? evaluation.win_chance : 1 - evaluation.win_chance;
  if (!evaluation.proven) return estimated(chance);
  const { score, points_margin } = evaluation;
  const plies = "mate" in score ? Math.abs(score.mate) + 1 : null;
  return proven(chance, plies, points_margin === undefined ? null : isSame ? points_margin : -points_margin);
}

/** Formats evaluations. */
import { ofSeat, opponentOf } from "../board/seats";
import type { ReviewedMove, Seat, Evaluation } from "../rules/types";
import { percent } from "../i18n/phrases";
import type { Lang } from "../i18n/index.svelte";
import type { AnalysisTexts } from "../i18n/en/analysis";

/** The winning chance of the first player. */
export const firstPlayerChance = (evaluation: Evaluation, turn: Seat): number =>
  turn === "p1" ? evaluation.win_chance : 1 - evaluation.win_chance;

/** The chances of both players, rounded so that they add up to 100 %. */
export function bothChances(first: number, lang: Lang): [string, string] {
  const rounded = Math.round(first * 100) / 100;
  return [percent(rounded, lang), percent(1 - rounded, lang)];
}

/** "Proven" or "estimated", the same word on every page. */
export const certainty = (proven: boolean | undefined, t: AnalysisTexts): string =>
  proven === true ? t.proven : t.estimated;

/** The loss from which on another move is clearly worse, as in the labels of a review; more if it is estimated. */
const [ONLY_MOVE, ESTIMATE_NOISE] = [0.2, 0.05];

/** Whether the first of the best lines is an only move: the next one gives away much. Needs two lines. */
export function isOnlyMove([best, next]: readonly Evaluation[]): boolean {
  if (!best || !next) return false;
  const limit = best.proven && next.proven ? ONLY_MOVE : ONLY_MOVE + ESTIMATE_NOISE;
  return best.win_chance - next.win_chance >= limit - 1e-9;
}

/** A label and its certainty; "forced" is always certain. */
export const labelText = ({ label, proven }: ReviewedMove, t: AnalysisTexts): string =>
  label === "forced" ? t.labels[label] : t.certain(t.labels[label], certainty(proven, t));

/** An evaluation in words: a chance, or the winner with distance or margin. */
export function evaluationText(
  evaluation: Evaluation,
  turn: Seat,
  seats: readonly [string, string],
  t: AnalysisTexts,
  lang: Lang,
): string {
  const seat = (player: Seat) => ofSeat(seats, player);
  const other = opponentOf(turn);
  const points = evaluation.points_margin;
  if (points !== undefined) return t.winsBy(seat(points > 0 ? turn : other), Math.abs(points));
  if ("mate" in evaluation.score) {
    const { mate } = evaluation.score;
    return t.winsIn(seat(mate > 0 ? turn : other), Math.abs(mate));
  }
  if (evaluation.proven) {
    if (evaluation.score.cp === 0) return t.draw;
    return t.wins(seat(evaluation.score.cp > 0 ? turn : other));
  }
  return t.chance(seat(turn), percent(evaluation.win_chance, lang));
}

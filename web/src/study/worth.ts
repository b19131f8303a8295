/** What positions are worth, put so that people can read it. */
import type { Judged, Seat, Worth } from "../rules/types";
import type { Lang } from "../i18n/index.svelte";
import type { StudyWords } from "../i18n/en/study";

/** The share of games that the first player wins. */
export const chanceOfFirst = (worth: Worth, turn: Seat): number =>
  turn === "p1" ? worth.win_chance : 1 - worth.win_chance;

export const percent = (chance: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(chance);

/** The chances of both players, such that they make a hundred together. */
export function bothChances(first: number, lang: Lang): [string, string] {
  const rounded = Math.round(first * 100) / 100;
  return [percent(rounded, lang), percent(1 - rounded, lang)];
}

/** Whether something is known for certain, in the one word that every page uses. */
export const certainty = (proven: boolean | undefined, t: StudyWords): string =>
  proven === true ? t.proven : t.estimated;

/** A label, and how certain it is; that a move was the only legal one always is. */
export const labelInWords = ({ label, proven }: Judged, t: StudyWords): string =>
  label === "forced" ? t.labels[label] : t.certain(t.labels[label], certainty(proven, t));

/** A worth in a few words: a chance, or who wins and when or by how much. */
export function worthInWords(
  worth: Worth,
  turn: Seat,
  seats: readonly [string, string],
  t: StudyWords,
  lang: Lang,
): string {
  const seat = (player: Seat) => seats[player === "p1" ? 0 : 1];
  const other: Seat = turn === "p1" ? "p2" : "p1";
  const points = worth.points_margin;
  if (points !== undefined) return t.winsBy(seat(points > 0 ? turn : other), Math.abs(points));
  if ("mate" in worth.score) {
    const { mate } = worth.score;
    return t.winsIn(seat(mate > 0 ? turn : other), Math.abs(mate));
  }
  if (worth.proven) {
    if (worth.score.cp === 0) return t.draw;
    return t.wins(seat(worth.score.cp > 0 ? turn : other));
  }
  return t.chance(seat(turn), percent(worth.win_chance, lang));
}

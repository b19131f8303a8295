/** Descriptions of Palam in words. */
import { listSeparator } from "../../board/format";
import type { InputStep } from "../../board/choices";
import type { Lang } from "../../i18n/index.svelte";
import type { Seat, Snapshot } from "../../rules/types";
import { parse, parsePiece, type Sign, type Piece } from "./notation";

const SIGNS: Record<Lang, Record<Sign, string>> = {
  en: { s: "sun", w: "water", e: "eye", k: "ankh" },
  fr: { s: "soleil", w: "eau", e: "œil", k: "ankh" },
};
export const SEATS: Record<Seat, string> = { p1: "Isis", p2: "Anubis" };

/** A piece by the name that the sentences of the rules library give it. */
export function inWords({ sign, number, light }: Piece, lang: Lang): string {
  const name = `${SIGNS[lang][sign]} ${number}`;
  if (!light) return name;
  if (lang === "en") return `light ${name}`;
  return sign === "w" ? `${name} claire` : `${name} clair`;
}

export function describePlace(key: string, snapshot: Snapshot, lang: Lang): string {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  if (key === "duel") {
    if (!position.duel) return fr ? "rangée des duels, vide" : "duel row, empty";
    const { column, piece } = position.duel;
    return fr
      ? `rangée des duels : ${inWords(piece, lang)}, colonne ${column}`
      : `duel row: ${inWords(piece, lang)}, column ${column}`;
  }
  const [kind, name = ""] = key.split(":");
  if (kind === "piece") return inWords(parsePiece(name), lang);
  const there = position.cells[name];
  if (!there) return fr ? `${name}, vide` : `${name}, empty`;
  return `${name}, ${inWords(there, lang)}`;
}

/** What to do with a chosen piece: the duel row, another piece, a cell. */
export function describeNext(
  _chosen: readonly string[],
  next: readonly InputStep[],
  _snapshot: Snapshot,
  lang: Lang,
): string {
  const fr = lang === "fr";
  const canAdvance = next.some(({ key }) => key === "duel");
  if (!canAdvance && next.some(({ kind }) => kind === "move"))
    return fr ? "choisissez une case libre" : "choose a free cell";
  if (!canAdvance) return fr ? "choisissez la pièce à échanger" : "choose the piece to swap it with";
  if (!next.some(({ kind }) => kind === "inPlace"))
    return fr ? "avancez-la jusqu’à la rangée des duels" : "advance it to the duel row";
  return fr
    ? "avancez-la jusqu’à la rangée des duels, ou échangez-la"
    : "advance it to the duel row, or swap it with another piece";
}

export function describePosition(snapshot: Snapshot, lang: Lang): string[] {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  const rows = [4, 3, 2, 1].map((row) => {
    const pieces = [..."abcdef"].flatMap((column) => {
      const there = position.cells[`${column}${row}`];
      return there ? [`${column} ${inWords(there, lang)}`] : [];
    });
    const seat = SEATS[row <= 2 ? "p1" : "p2"];
    const what = pieces.length > 0 ? pieces.join(listSeparator(lang)) : fr ? "vide" : "empty";
    return fr ? `${seat}, rangée ${row} : ${what}` : `${seat}, row ${row}: ${what}`;
  });
  if (position.draft) {
    const up = position.draft.up.map((each) => inWords(each, lang)).join(listSeparator(lang));
    return [...rows, fr ? `pièces à poser : ${up}` : `pieces to place: ${up}`];
  }
  const { p1, p2 } = position.score;
  const score = fr ? `points : Isis ${p1}, Anubis ${p2}` : `points: Isis ${p1}, Anubis ${p2}`;
  return [...rows, describePlace("duel", snapshot, lang), score];
}

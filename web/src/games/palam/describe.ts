/** Descriptions of Palam in words. */
import { listSeparator } from "../../board/format";
import type { Lang } from "../../i18n/index.svelte";
import type { Snapshot } from "../../rules/types";
import { parse, stone, type Owner, type Sign, type Stone } from "./notation";

const SIGNS: Record<Lang, Record<Sign, string>> = {
  en: { s: "sun", w: "water", e: "eye", k: "ankh" },
  fr: { s: "soleil", w: "eau", e: "œil", k: "ankh" },
};
const SEATS: Record<Owner, string> = { p1: "Isis", p2: "Anubis" };

function inWords({ sign, number, light }: Stone, lang: Lang): string {
  const name = `${SIGNS[lang][sign]} ${number}`;
  if (!light) return name;
  return lang === "fr" ? `${name} à fond clair` : `${name} on a light ground`;
}

export function describePlace(key: string, snapshot: Snapshot, lang: Lang): string {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  if (key === "duel") {
    if (!position.duel) return fr ? "rangée des duels, vide" : "duel row, empty";
    const { column, stone } = position.duel;
    return fr
      ? `rangée des duels : ${inWords(stone, lang)}, colonne ${column}`
      : `duel row: ${inWords(stone, lang)}, column ${column}`;
  }
  const [kind, name = ""] = key.split(":");
  if (kind === "stone") return inWords(stone(name), lang);
  const there = position.cells[name];
  if (!there) return fr ? `${name}, vide` : `${name}, empty`;
  return `${name}, ${inWords(there, lang)}`;
}

export function describePosition(snapshot: Snapshot, lang: Lang): string[] {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  const rows = [4, 3, 2, 1].map((row) => {
    const stones = [..."abcdef"].flatMap((column) => {
      const there = position.cells[`${column}${row}`];
      return there ? [`${column} ${inWords(there, lang)}`] : [];
    });
    const seat = SEATS[row <= 2 ? "p1" : "p2"];
    const what = stones.length > 0 ? stones.join(listSeparator(lang)) : fr ? "vide" : "empty";
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

export function describeMove(move: string, before: string, after: string | undefined, lang: Lang): string {
  const [position, next] = [parse(before), after === undefined ? undefined : parse(after)];
  const seat = SEATS[position.turn];
  const fr = lang === "fr";
  const name = (cell: string) => {
    const there = position.cells[cell];
    return there ? inWords(there, lang) : cell;
  };
  if (move.includes("@")) {
    const [piece = "", cell = ""] = move.split("@");
    const what = inWords(stone(piece), lang);
    return fr ? `${seat} pose ${what} en ${cell}` : `${seat} places ${what} on ${cell}`;
  }
  if (move.length > 2) {
    const [a, b] = [move.slice(0, 2), move.slice(2)];
    return fr
      ? `${seat} échange ${name(a)} en ${a} et ${name(b)} en ${b}`
      : `${seat} swaps ${name(a)} on ${a} and ${name(b)} on ${b}`;
  }
  if (!position.duel)
    return fr ? `${seat} engage ${name(move)} de ${move}` : `${seat} engages ${name(move)} from ${move}`;
  const [a, b] = [position.duel.stone.number, position.cells[move]?.number ?? 0];
  const answers = fr
    ? `${seat} répond avec ${name(move)} de ${move} : ${a} + ${b} = ${a + b}`
    : `${seat} answers with ${name(move)} from ${move}: ${a} + ${b} = ${a + b}`;
  if (next === undefined) return answers;
  const winner: Owner = next.score.p1 > position.score.p1 ? "p1" : "p2";
  const points = next.score[winner] - position.score[winner];
  return `${answers}, ${points} points ${fr ? "pour" : "for"} ${SEATS[winner]}`;
}

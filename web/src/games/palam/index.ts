import View from "./View.svelte";
import { parse, paths, type Sign, type Stone } from "./text";
import type { GameView } from "../../board/types";
import type { Lang } from "../../i18n/index.svelte";

const COLUMNS = ["a", "b", "c", "d", "e", "f"];
const SIGNS: Record<Lang, Record<Sign, string>> = {
  en: { s: "sun", w: "water", e: "eye", k: "ankh" },
  fr: { s: "soleil", w: "eau", e: "œil", k: "ankh" },
};

function words(stone: Stone, lang: Lang): string {
  const name = `${SIGNS[lang][stone.sign]} ${stone.number}`;
  if (!stone.light) return name;
  return lang === "fr" ? `${name} à fond clair` : `${name} on light ground`;
}

export const palam: GameView = {
  id: "palam",
  View,
  aspect: 810 / 760,
  paths: (snapshot) => paths(snapshot.legal),
  rows: (snapshot, flipped) => {
    const row = (number: number) => COLUMNS.map((column) => `cell:${column}${number}`);
    const rows = [row(4), row(3), ["duel"], row(2), row(1)];
    const board = flipped ? rows.map((keys) => keys.toReversed()).toReversed() : rows;
    const up = parse(snapshot.position).draft?.up.map((stone) => `stone:${stone.name}`) ?? [];
    return up.length > 0 ? [...board, up.slice(0, 6), up.slice(6)].filter((keys) => keys.length > 0) : board;
  },
  letters: { d: "duel" },
  describe(key, snapshot, lang) {
    const position = parse(snapshot.position);
    const fr = lang === "fr";
    if (key === "duel") {
      if (!position.duel) return fr ? "rangée des duels, vide" : "duel row, empty";
      const { column, stone } = position.duel;
      return fr
        ? `rangée des duels : ${words(stone, lang)}, colonne ${column}`
        : `duel row: ${words(stone, lang)}, column ${column}`;
    }
    const [kind, name = ""] = key.split(":");
    if (kind === "stone") {
      const stone = position.draft?.up.find((stone) => stone.name === name);
      return stone ? words(stone, lang) : name;
    }
    const stone = position.cells[name];
    if (!stone) return fr ? `${name}, libre` : `${name}, empty`;
    return `${name}, ${words(stone, lang)}`;
  },
  sentence(move, _before, _mover, lang) {
    const fr = lang === "fr";
    if (move.includes("@")) {
      const [piece = "", cell = ""] = move.split("@");
      return fr ? `${piece} posé en ${cell}` : `${piece} placed on ${cell}`;
    }
    if (move.length === 2) return fr ? `${move} avance au duel` : `${move} advances to the duel`;
    const [a, b] = [move.slice(0, 2), move.slice(2)];
    return fr ? `${a} et ${b} échangés` : `${a} and ${b} swapped`;
  },
  attempt(chosen, key) {
    const to = key.startsWith("cell:") ? key.slice(5) : undefined;
    const from = chosen[0]?.startsWith("cell:") ? chosen[0].slice(5) : undefined;
    if (chosen[0]?.startsWith("stone:")) return to === undefined ? undefined : `${chosen[0].slice(6)}@${to}`;
    if (key === "duel") return from;
    if (to === undefined) return undefined;
    if (from === undefined || from === to) return to;
    return [from, to].sort().join("");
  },
};

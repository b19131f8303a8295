import View from "./View.svelte";
import { parse, paths, type Corner } from "./text";
import type { GameView } from "../../board/types";
import type { Lang } from "../../i18n/index.svelte";

const COLUMNS = ["a", "b", "c", "d", "e", "f"];
const CORNERS: Record<Lang, Record<Corner, string>> = {
  en: { nw: "top left", ne: "top right", se: "bottom right", sw: "bottom left" },
  fr: { nw: "en haut à gauche", ne: "en haut à droite", se: "en bas à droite", sw: "en bas à gauche" },
};
const COLOURS: Record<Lang, Record<"p1" | "p2", string>> = {
  en: { p1: "black", p2: "white" },
  fr: { p1: "noir", p2: "blanc" },
};

export const samliam: GameView = {
  id: "samliam",
  View,
  aspect: 660 / 900,
  paths: (snapshot) => paths(snapshot.legal),
  rows: (_, flipped) => {
    const rows = [7, 6, 5, 4, 3, 2, 1].map((row) => COLUMNS.map((column) => `cell:${column}${row}`));
    const board = flipped ? rows.map((row) => row.toReversed()).toReversed() : rows;
    return [...board, ["square"]];
  },
  letters: { q: "corner:nw", w: "corner:ne", a: "corner:sw", s: "corner:se" },
  describe(key, snapshot, lang) {
    const position = parse(snapshot.position);
    const fr = lang === "fr";
    if (key === "square") {
      const left = position.left[position.turn].squares;
      return fr ? `carrés restants : ${left}` : `square tiles left: ${left}`;
    }
    const cell = key.split(":")[1] ?? "";
    const tiles = position.tiles.filter((tile) => tile.cell === cell);
    if (tiles.length === 0) return fr ? `${cell}, libre` : `${cell}, empty`;
    const words = tiles.map((tile) => {
      const colour = COLOURS[lang][tile.owner];
      if (tile.corner === undefined) return fr ? `carré ${colour}` : `${colour} square`;
      const where = CORNERS[lang][tile.corner];
      return fr ? `triangle ${colour} ${where}` : `${colour} triangle ${where}`;
    });
    return `${cell}, ${words.join(", ")}`;
  },
  sentence(move, _before, mover, lang) {
    const colour = COLOURS[lang][mover];
    const fr = lang === "fr";
    if (move === "pass") return fr ? `${colour} passe` : `${colour} passes`;
    const [cell, shape] = [move.slice(0, 2), move.slice(2)];
    if (shape === "#") return fr ? `carré ${colour} en ${cell}` : `${colour} square on ${cell}`;
    const where = CORNERS[lang][shape as Corner];
    return fr ? `triangle ${colour} en ${cell}, ${where}` : `${colour} triangle on ${cell}, ${where}`;
  },
  attempt(chosen, key) {
    if (key === "square") return "a1#";
    if (key.startsWith("corner:")) return `${chosen[0]?.slice(5) ?? "a1"}${key.slice(7)}`;
    if (!key.startsWith("cell:")) return undefined;
    return chosen[0] === "square" ? `${key.slice(5)}#` : `${key.slice(5)}nw`;
  },
};

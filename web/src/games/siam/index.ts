import View from "./View.svelte";
import { parse, paths } from "./text";
import type { GameView } from "../../board/types";
import type { Lang } from "../../i18n/index.svelte";

const COLUMNS = ["a", "b", "c", "d", "e"];
const WAYS: Record<Lang, Record<string, string>> = {
  en: { N: "north", E: "east", S: "south", W: "west" },
  fr: { N: "vers le nord", E: "vers l'est", S: "vers le sud", W: "vers l'ouest" },
};
const NAMES: Record<Lang, Record<"p1" | "p2", string>> = {
  en: { p1: "elephant", p2: "rhino" },
  fr: { p1: "éléphant", p2: "rhinocéros" },
};

export const siam: GameView = {
  id: "siam",
  View,
  aspect: 560 / 740,
  paths: (snapshot) => paths(snapshot.legal, parse(snapshot.position)),
  rows: (_, flipped) => {
    const rows = [5, 4, 3, 2, 1].map((row) => COLUMNS.map((column) => `cell:${column}${row}`));
    const board = flipped ? rows.map((row) => row.toReversed()).toReversed() : rows;
    const [top, bottom] = flipped ? ["reserve:p1", "reserve:p2"] : ["reserve:p2", "reserve:p1"];
    return [[top], ...board, [bottom]];
  },
  letters: { n: "facing:N", e: "facing:E", s: "facing:S", w: "facing:W" },
  describe(key, snapshot, lang) {
    const position = parse(snapshot.position);
    const [kind = "", name = ""] = key.split(":");
    if (kind === "reserve") {
      const owner = name === "p2" ? "p2" : "p1";
      const count = position.reserves[owner];
      return lang === "fr"
        ? `réserve, ${count} ${NAMES.fr[owner]}${count > 1 && owner === "p1" ? "s" : ""}`
        : `reserve, ${count} ${NAMES.en[owner]}${count === 1 ? "" : "s"}`;
    }
    if (kind !== "cell") return name;
    const piece = position.pieces.find((piece) => piece.cell === name);
    if (!piece) return lang === "fr" ? `${name}, libre` : `${name}, empty`;
    if (piece.kind === "rock") return lang === "fr" ? `${name}, rocher` : `${name}, rock`;
    const [animal, way] = [NAMES[lang][piece.owner], WAYS[lang][piece.facing] ?? ""];
    return lang === "fr" ? `${name}, ${animal} tourné ${way}` : `${name}, ${animal} facing ${way}`;
  },
  sentence(move, _before, mover, lang) {
    const animal = NAMES[lang][mover];
    const way = WAYS[lang][move.at(-1) ?? ""] ?? "";
    const [from, to] = move.match(/[a-e][1-5]/g) ?? [];
    const fr = lang === "fr";
    if (move.startsWith("@")) {
      return fr ? `${animal} entre en ${from}, tourné ${way}` : `${animal} enters on ${from}, facing ${way}`;
    }
    if (move.endsWith("-")) return fr ? `${animal} quitte ${from}` : `${animal} leaves ${from}`;
    if (to === undefined) {
      return fr ? `${animal} en ${from} se tourne ${way}` : `${animal} on ${from} turns ${way}`;
    }
    if (way === "") {
      return fr ? `${animal} en ${from} pousse vers ${to}` : `${animal} on ${from} pushes towards ${to}`;
    }
    return fr
      ? `${animal} de ${from} à ${to}, tourné ${way}`
      : `${animal} from ${from} to ${to}, facing ${way}`;
  },
  attempt(chosen, key, snapshot) {
    const to = key.startsWith("cell:") ? key.slice(5) : undefined;
    const from = chosen[0];
    if (to === undefined) return undefined;
    const taken = parse(snapshot.position).pieces.some((piece) => piece.cell === to);
    if (from?.startsWith("reserve:")) return `@${to}N`;
    if (!from?.startsWith("cell:") || from === key) return taken ? `${to}N` : `@${to}N`;
    return taken ? `${from.slice(5)}${to}` : `${from.slice(5)}${to}N`;
  },
};

/** Descriptions of Sam Liam in words. */
import type { InputStep } from "../../board/choices";
import { listSeparator } from "../../board/format";
import { countEn, countFr } from "../../i18n/phrases";
import type { Lang } from "../../i18n/index.svelte";
import { localized } from "../../i18n/localized";
import type { Seat, Snapshot } from "../../rules/types";
import { CORNER_WORDS, SIDES } from "./names";
import { parse, type Corner, type Tile } from "./notation";

const COLOURS: Record<Lang, Record<Seat, string>> = {
  en: { p1: "black", p2: "white" },
  fr: { p1: "noir", p2: "blanc" },
};
const SQUARE: Record<Lang, Record<Seat, string>> = {
  en: { p1: "black square tile", p2: "white square tile" },
  fr: { p1: "tuile carrée noire", p2: "tuile carrée blanche" },
};

function tileInWords(tile: Tile, lang: Lang): string {
  const colour = COLOURS[lang][tile.owner];
  if (tile.corner === undefined) return SQUARE[lang][tile.owner];
  const where = CORNER_WORDS[tile.corner][lang];
  return lang === "fr" ? `triangle ${colour} ${where}` : `${colour} triangle ${where}`;
}

export function describePlace(key: string, snapshot: Snapshot, lang: Lang): string {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  const { triangles, squares } = position.left[position.turn];
  if (key === "square") return fr ? `tuiles carrées restantes : ${squares}` : `square tiles left: ${squares}`;
  if (key === "triangle") return fr ? `triangles restants : ${triangles}` : `triangles left: ${triangles}`;
  if (key === "pass") return fr ? "passer" : "pass";
  const [kind, name = ""] = key.split(":");
  if (kind === "corner") {
    const where = CORNER_WORDS[name as Corner][lang];
    return fr ? `angle droit ${where}` : `right angle ${where}`;
  }
  const tiles = position.tiles.filter((tile) => tile.cell === name);
  if (tiles.length === 0) return fr ? `${name}, vide` : `${name}, empty`;
  return [name, ...tiles.map((tile) => tileInWords(tile, lang))].join(", ");
}

/** What to do with a chosen tile, or in a chosen cell. */
export function describeNext(
  [first]: readonly string[],
  next: readonly InputStep[],
  _snapshot: Snapshot,
  lang: Lang,
): string {
  const fr = lang === "fr";
  if (next.some(({ kind }) => kind === "shape"))
    return fr ? "choisissez le coin de l’angle droit" : "choose the corner of the right angle";
  if (first === "square") return fr ? "choisissez une case vide" : "choose an empty cell";
  return fr ? "choisissez une case pour le triangle" : "choose a cell for the triangle";
}

export function describePosition(snapshot: Snapshot, lang: Lang): string[] {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  return (["p1", "p2"] as const).map((owner) => {
    const tiles = position.tiles
      .filter((tile) => tile.owner === owner)
      .map(
        ({ cell, corner }) =>
          `${cell} ${corner ? CORNER_WORDS[corner][lang] : fr ? "tuile carrée" : "square tile"}`,
      );
    const { triangles, squares } = position.left[owner];
    const left = fr
      ? `il reste ${countFr(triangles, "triangle", "triangles")} et ${countFr(squares, "tuile carrée", "tuiles carrées")}`
      : `${countEn(triangles, "triangle", "triangles")} and ${countEn(squares, "square tile", "square tiles")} left`;
    return `${localized(SIDES[owner], lang)}${fr ? " :" : ":"} ${[...tiles, left].join(listSeparator(lang))}`;
  });
}

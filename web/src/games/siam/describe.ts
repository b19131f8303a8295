/** Descriptions of Siam in words. */
import type { InputStep, TargetKind } from "../../board/choices";
import { alternatives, listSeparator } from "../../board/format";
import type { Lang } from "../../i18n/index.svelte";
import type { Seat, Snapshot } from "../../rules/types";
import { parse, type SiamPosition } from "./notation";

const WAYS: Record<Lang, Record<string, string>> = {
  en: { N: "north", E: "east", S: "south", W: "west" },
  fr: { N: "vers le nord", E: "vers l’est", S: "vers le sud", W: "vers l’ouest" },
};
const NAMES: Record<Lang, Record<Seat | "rock", string>> = {
  en: { p1: "elephant", p2: "rhino", rock: "rock" },
  fr: { p1: "éléphant", p2: "rhinocéros", rock: "rocher" },
};
const HERDS: Record<Lang, Record<Seat, string>> = {
  en: { p1: "Elephants", p2: "Rhinos" },
  fr: { p1: "Éléphants", p2: "Rhinocéros" },
};

function reserve(position: SiamPosition, owner: Seat, lang: Lang): string {
  const count = position.reserves[owner];
  const name = NAMES[lang][owner];
  const many = count > 1 || (lang === "en" && count === 0);
  const plural = many && !name.endsWith("s") ? `${name}s` : name;
  return lang === "fr" ? `réserve, ${count} ${plural}` : `reserve, ${count} ${plural}`;
}

export function describePlace(key: string, snapshot: Snapshot, lang: Lang): string {
  const position = parse(snapshot.position);
  const [kind = "", name = ""] = key.split(":");
  const fr = lang === "fr";
  if (kind === "reserve") return reserve(position, name === "p2" ? "p2" : "p1", lang);
  if (kind === "turn") return fr ? `tourner ${WAYS.fr[name]}` : `turn ${WAYS.en[name]}`;
  if (kind === "facing") return fr ? `tourné ${WAYS.fr[name]}` : `facing ${WAYS.en[name]}`;
  if (kind === "leave") return fr ? "sortir du plateau" : "leave the board";
  const piece = position.pieces.find((piece) => piece.cell === name);
  if (!piece) return fr ? `${name}, libre` : `${name}, empty`;
  if (piece.kind === "rock") return `${name}, ${NAMES[lang].rock}`;
  const way = WAYS[lang][piece.facing] ?? "";
  const animal = NAMES[lang][piece.owner];
  return fr ? `${name}, ${animal} tourné ${way}` : `${name}, ${animal} facing ${way}`;
}

/** What a chosen animal can do, by the kinds of the next steps. */
const DEEDS: readonly { readonly kind: TargetKind; readonly text: Record<Lang, string> }[] = [
  { kind: "arrow", text: { en: "push", fr: "poussez" } },
  { kind: "dot", text: { en: "move it to a free square", fr: "déplacez-le sur une case libre" } },
  { kind: "turn", text: { en: "turn it", fr: "tournez-le" } },
  { kind: "exit", text: { en: "take it off the board", fr: "sortez-le du plateau" } },
];

/** What to do with an animal: where it enters, what it does, where it faces. */
export function describeNext(
  [first = ""]: readonly string[],
  next: readonly InputStep[],
  _snapshot: Snapshot,
  lang: Lang,
): string {
  const kinds = new Set(next.map(({ kind }) => kind));
  if (kinds.has("shape")) return lang === "fr" ? "choisissez sa direction" : "choose where it faces";
  if (first.startsWith("reserve:"))
    return lang === "fr"
      ? "choisissez la case du bord où il entre"
      : "choose the border square where it enters";
  const deeds = DEEDS.filter(({ kind }) => kinds.has(kind));
  return alternatives(
    deeds.map(({ text }) => text[lang]),
    lang,
  );
}

export function describePosition(snapshot: Snapshot, lang: Lang): string[] {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  const herd = (owner: Seat) => {
    const places = position.pieces.flatMap((piece) =>
      piece.kind === "animal" && piece.owner === owner ? [`${piece.cell} ${WAYS[lang][piece.facing]}`] : [],
    );
    const where = [...places, reserve(position, owner, lang)].join(listSeparator(lang));
    return fr ? `${HERDS.fr[owner]} : ${where}` : `${HERDS.en[owner]}: ${where}`;
  };
  const rocks = position.pieces.filter((piece) => piece.kind === "rock").map((piece) => piece.cell);
  return [herd("p1"), herd("p2"), `${fr ? "Rochers :" : "Rocks:"} ${rocks.join(", ")}`];
}

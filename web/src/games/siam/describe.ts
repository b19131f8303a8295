/** Descriptions of Siam in words. */
import type { InputStep, TargetKind } from "../../board/choices";
import { alternatives, listSeparator } from "../../board/format";
import type { Lang } from "../../i18n/index.svelte";
import { localized } from "../../i18n/localized";
import type { Seat, Snapshot } from "../../rules/types";
import { DIRECTIONS, SIDES } from "./names";
import { parse, type Facing, type SiamPosition } from "./notation";

const NAMES: Record<Lang, Record<Seat | "rock", string>> = {
  en: { p1: "elephant", p2: "rhino", rock: "rock" },
  fr: { p1: "éléphant", p2: "rhinocéros", rock: "rocher" },
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
  if (kind === "turn")
    return fr
      ? `tourner ${localized(DIRECTIONS[name as Facing], lang)}`
      : `turn ${localized(DIRECTIONS[name as Facing], lang)}`;
  if (kind === "facing")
    return fr
      ? `tourné ${localized(DIRECTIONS[name as Facing], lang)}`
      : `facing ${localized(DIRECTIONS[name as Facing], lang)}`;
  if (kind === "leave") return fr ? "sortir du plateau" : "leave the board";
  const piece = position.pieces.find((piece) => piece.cell === name);
  if (!piece) return fr ? `${name}, libre` : `${name}, empty`;
  if (piece.kind === "rock") return `${name}, ${NAMES[lang].rock}`;
  const direction = localized(DIRECTIONS[piece.facing], lang);
  const animal = NAMES[lang][piece.owner];
  return fr ? `${name}, ${animal} tourné ${direction}` : `${name}, ${animal} facing ${direction}`;
}

/** What a chosen animal can do, by the kinds of the next steps. */
const ACTIONS: readonly { readonly kind: TargetKind; readonly text: Record<Lang, string> }[] = [
  { kind: "push", text: { en: "push", fr: "poussez" } },
  { kind: "move", text: { en: "move it to a free square", fr: "déplacez-le sur une case libre" } },
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
  if (kinds.has("shape")) return lang === "fr" ? "choisissez son orientation" : "choose where it faces";
  if (first.startsWith("reserve:"))
    return lang === "fr"
      ? "choisissez la case du bord où il entre"
      : "choose the border square where it enters";
  const actions = ACTIONS.filter(({ kind }) => kinds.has(kind));
  return alternatives(
    actions.map(({ text }) => text[lang]),
    lang,
  );
}

export function describePosition(snapshot: Snapshot, lang: Lang): string[] {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  const side = (owner: Seat) => {
    const places = position.pieces.flatMap((piece) =>
      piece.kind === "animal" && piece.owner === owner
        ? [`${piece.cell} ${localized(DIRECTIONS[piece.facing], lang)}`]
        : [],
    );
    const where = [...places, reserve(position, owner, lang)].join(listSeparator(lang));
    return fr ? `${localized(SIDES[owner], lang)} : ${where}` : `${localized(SIDES[owner], lang)}: ${where}`;
  };
  const rocks = position.pieces.filter((piece) => piece.kind === "rock").map((piece) => piece.cell);
  return [side("p1"), side("p2"), `${fr ? "Rochers :" : "Rocks:"} ${rocks.join(", ")}`];
}

/** Descriptions of Siam in words. */
import { trackPieces } from "../../board/pieces";
import { listSeparator, capitalize } from "../../board/format";
import type { Lang } from "../../i18n/index.svelte";
import type { Snapshot } from "../../rules/types";
import { center } from "./layout";
import { parse, type Owner, type SiamPosition } from "./notation";

const WAYS: Record<Lang, Record<string, string>> = {
  en: { N: "north", E: "east", S: "south", W: "west" },
  fr: { N: "vers le nord", E: "vers l’est", S: "vers le sud", W: "vers l’ouest" },
};
const NAMES: Record<Lang, Record<Owner | "rock", string>> = {
  en: { p1: "elephant", p2: "rhino", rock: "rock" },
  fr: { p1: "éléphant", p2: "rhinocéros", rock: "rocher" },
};
const HERDS: Record<Lang, Record<Owner, string>> = {
  en: { p1: "Elephants", p2: "Rhinos" },
  fr: { p1: "Éléphants", p2: "Rhinocéros" },
};

function reserve(position: SiamPosition, owner: Owner, lang: Lang): string {
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
  if (kind === "facing") return fr ? `tourné ${WAYS.fr[name]}` : `facing ${WAYS.en[name]}`;
  if (kind === "leave") return fr ? "sortir du plateau" : "leave the board";
  const piece = position.pieces.find((piece) => piece.cell === name);
  if (!piece) return fr ? `${name}, libre` : `${name}, empty`;
  if (piece.kind === "rock") return `${name}, ${NAMES[lang].rock}`;
  const way = WAYS[lang][piece.facing] ?? "";
  const animal = NAMES[lang][piece.owner];
  return fr ? `${name}, ${animal} tourné ${way}` : `${name}, ${animal} facing ${way}`;
}

export function describePosition(snapshot: Snapshot, lang: Lang): string[] {
  const position = parse(snapshot.position);
  const fr = lang === "fr";
  const herd = (owner: Owner) => {
    const places = position.pieces.flatMap((piece) =>
      piece.kind === "animal" && piece.owner === owner ? [`${piece.cell} ${WAYS[lang][piece.facing]}`] : [],
    );
    const where = [...places, reserve(position, owner, lang)].join(listSeparator(lang));
    return fr ? `${HERDS.fr[owner]} : ${where}` : `${HERDS.en[owner]}: ${where}`;
  };
  const rocks = position.pieces.filter((piece) => piece.kind === "rock").map((piece) => piece.cell);
  return [herd("p1"), herd("p2"), `${fr ? "Rochers :" : "Rocks:"} ${rocks.join(", ")}`];
}

/** What was pushed along: everything that lies elsewhere now, except the animal that moved by itself. */
function pushed(before: string, after: string | undefined, mover: string | undefined, lang: Lang): string[] {
  if (after === undefined) return [];
  const fr = lang === "fr";
  const place = (position: SiamPosition) =>
    position.pieces.map((piece) => {
      const [x, y] = center(piece.cell, false);
      return { kind: piece.kind === "rock" ? "rock" : piece.owner, cell: piece.cell, x, y } as const;
    });
  const old = place(parse(before)).map((placed, id) => ({ id, placed }));
  const now = trackPieces(old, place(parse(after)));
  return old
    .filter(({ placed }) => placed.cell !== mover)
    .flatMap(({ id, placed }) => {
      const to = now.find((piece) => piece.id === id)?.placed.cell;
      const name = NAMES[lang][placed.kind];
      if (to === placed.cell) return [];
      if (to !== undefined) return [fr ? `${name} en ${to}` : `${name} to ${to}`];
      return [fr ? `${name} hors du plateau` : `${name} off the board`];
    });
}

export function describeMove(move: string, before: string, after: string | undefined, lang: Lang): string {
  const fr = lang === "fr";
  const position = parse(before);
  const animal = capitalize(NAMES[lang][position.turn]);
  const way = WAYS[lang][move.at(-1) ?? ""] ?? "";
  const [from = "", to] = move.match(/[a-e][1-5]/g) ?? [];
  if (move.startsWith("@")) {
    const along = pushed(before, after, undefined, lang);
    const enters = fr
      ? `${animal} entre en ${from}, tourné ${way}`
      : `${animal} enters on ${from}, facing ${way}`;
    if (along.length === 0) return enters;
    return `${enters}, ${fr ? "et pousse :" : "and pushes:"} ${along.join(", ")}`;
  }
  if (move.endsWith("-")) return fr ? `${animal} quitte ${from}` : `${animal} leaves ${from}`;
  if (to === undefined) {
    return fr ? `${animal} en ${from} se tourne ${way}` : `${animal} on ${from} turns ${way}`;
  }
  if (way !== "") {
    return fr
      ? `${animal} de ${from} à ${to}, tourné ${way}`
      : `${animal} from ${from} to ${to}, facing ${way}`;
  }
  const pusher = position.pieces.find((piece) => piece.cell === from);
  const facing = pusher?.kind === "animal" ? (WAYS[lang][pusher.facing] ?? "") : "";
  const pushes = fr ? `${animal} en ${from} pousse ${facing}` : `${animal} on ${from} pushes ${facing}`;
  return [pushes, ...pushed(before, after, from, lang)].join(", ");
}

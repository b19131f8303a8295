/** Descriptions of Saigon in words. */
import type { InputStep } from "../../board/choices";
import type { Lang } from "../../i18n/index.svelte";
import type { Seat, Snapshot } from "../../rules/types";
import { parse } from "./notation";

const COLOURS: Record<Lang, Record<Seat, string>> = {
  en: { p1: "light", p2: "dark" },
  fr: { p1: "clair", p2: "sombre" },
};

export function describePlace(key: string, snapshot: Snapshot, lang: Lang): string {
  const { stacks } = parse(snapshot.position);
  const fr = lang === "fr";
  const [kind, name = ""] = key.split(":");
  if (kind === "pass") return fr ? "passer" : "pass";
  if (kind === "push") {
    if (fr) return name === "r" ? "poussoir, pousser vers la droite" : "poussoir, pousser vers la gauche";
    return name === "r" ? "pusher, push to the right" : "pusher, push to the left";
  }
  const [slot = 1, level] = name.split(".").map(Number);
  const stack = stacks[slot - 1] ?? [];
  if (level === undefined) {
    if (stack.length === 0) return fr ? `case ${slot}, vide` : `slot ${slot}, empty`;
    const colours = stack.map((owner) => COLOURS[lang][owner]).join(", ");
    return fr ? `case ${slot}, de bas en haut : ${colours}` : `slot ${slot}, from the bottom: ${colours}`;
  }
  const colour = COLOURS[lang][stack[level] ?? "p1"];
  return fr
    ? `case ${slot}, palet ${level + 1} sur ${stack.length}, ${colour}`
    : `slot ${slot}, pallet ${level + 1} of ${stack.length}, ${colour}`;
}

/** What to do with a lifted block. */
export function describeNext(
  [pallet = ""]: readonly string[],
  next: readonly InputStep[],
  snapshot: Snapshot,
  lang: Lang,
): string {
  const [slot = 1, level = 0] = pallet.replace("pallet:", "").split(".").map(Number);
  const count = (parse(snapshot.position).stacks[slot - 1]?.length ?? 0) - level;
  const only = next.length === 1 ? next[0]?.key.replace("slot:", "") : undefined;
  if (lang === "fr") {
    const what = count === 1 ? "ce palet" : `ces ${count} palets`;
    return only === undefined ? `posez ${what} sur une autre case` : `posez ${what} sur la case ${only}`;
  }
  const what = count === 1 ? "this pallet" : `these ${count} pallets`;
  return only === undefined ? `set ${what} down on another slot` : `set ${what} down on slot ${only}`;
}

export function describePosition(snapshot: Snapshot, lang: Lang): string[] {
  const { out } = parse(snapshot.position);
  const slots = [1, 2, 3, 4].map((slot) => describePlace(`slot:${slot}`, snapshot, lang));
  const gone =
    lang === "fr"
      ? `palets sortis : clairs ${out.p1} sur 6, sombres ${out.p2} sur 6`
      : `pallets out: light ${out.p1} of 6, dark ${out.p2} of 6`;
  return [...slots, gone];
}

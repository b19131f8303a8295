/** Descriptions of Saigon in words. */
import type { Lang } from "../../i18n/index.svelte";
import type { Snapshot } from "../../rules/types";
import { parse, type Owner } from "./notation";

const COLOURS: Record<Lang, Record<Owner, string>> = {
  en: { p1: "light", p2: "dark" },
  fr: { p1: "clair", p2: "sombre" },
};
const SEATS: Record<Lang, Record<Owner, string>> = {
  en: { p1: "Light", p2: "Dark" },
  fr: { p1: "Les Clairs", p2: "Les Sombres" },
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

export function describePosition(snapshot: Snapshot, lang: Lang): string[] {
  const { out } = parse(snapshot.position);
  const slots = [1, 2, 3, 4].map((slot) => describePlace(`slot:${slot}`, snapshot, lang));
  const gone =
    lang === "fr"
      ? `palets sortis : clairs ${out.p1} sur 6, sombres ${out.p2} sur 6`
      : `pallets out: light ${out.p1} of 6, dark ${out.p2} of 6`;
  return [...slots, gone];
}

export function describeMove(move: string, before: string, after: string | undefined, lang: Lang): string {
  const [position, next] = [parse(before), parse(after ?? before)];
  const who = SEATS[lang][position.turn];
  const fr = lang === "fr";
  if (move === "pass") return fr ? `${who} passent` : `${who} passes`;
  if (move === "pr" || move === "pl") {
    const way = { en: { pr: "right", pl: "left" }, fr: { pr: "droite", pl: "gauche" } }[lang][move];
    const gone = (["p1", "p2"] as const).filter((owner) => next.out[owner] > position.out[owner]);
    const what = gone.map((owner) =>
      fr
        ? `un palet ${COLOURS.fr[owner]} tombe, le ${next.out[owner] === 1 ? "1er" : `${next.out[owner]}e`}`
        : `a ${COLOURS.en[owner]} pallet falls out, number ${next.out[owner]}`,
    );
    const pushes = fr ? `${who} poussent vers la ${way}` : `${who} pushes to the ${way}`;
    return [pushes, ...what].join(", ");
  }
  const [from = "", to = "", count = "1"] = move.split(/-|x/);
  if (fr) {
    return `${who} déplacent ${count} ${Number(count) > 1 ? "palets" : "palet"} de la case ${from} à la case ${to}`;
  }
  return `${who} moves ${count} ${count === "1" ? "pallet" : "pallets"} from slot ${from} to slot ${to}`;
}

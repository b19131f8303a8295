/** The words for sides and corners of Sam Liam. */
import type { Localized } from "../../i18n/localized";
import type { Lang } from "../../i18n/index.svelte";
import type { Seat } from "../../rules/types";
import type { Corner } from "./notation";

export const SIDES: Readonly<Record<Seat, Localized>> = {
  p1: { en: "Black", fr: "Noirs" },
  p2: { en: "White", fr: "Blancs" },
};

export const CORNER_WORDS: Readonly<Record<Corner, Readonly<Record<Lang, string>>>> = {
  nw: { en: "top left", fr: "en haut à gauche" },
  ne: { en: "top right", fr: "en haut à droite" },
  se: { en: "bottom right", fr: "en bas à droite" },
  sw: { en: "bottom left", fr: "en bas à gauche" },
};

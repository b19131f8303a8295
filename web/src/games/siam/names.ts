/** The words for sides and directions of Siam. */
import type { Localized } from "../../i18n/localized";
import type { Seat } from "../../rules/types";
import type { Facing } from "./notation";

export const SIDES: Readonly<Record<Seat, Localized>> = {
  p1: { en: "Elephants", fr: "Éléphants" },
  p2: { en: "Rhinos", fr: "Rhinocéros" },
};

/** A direction after "facing" in English and "tourné" in French. */
export const DIRECTIONS: Readonly<Record<Facing, Localized>> = {
  N: { en: "north", fr: "vers le nord" },
  E: { en: "east", fr: "vers l’est" },
  S: { en: "south", fr: "vers le sud" },
  W: { en: "west", fr: "vers l’ouest" },
};

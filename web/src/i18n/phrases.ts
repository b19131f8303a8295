/** Helpers of texts: numbers, percentages and sentences. */
import type { Lang } from "./index.svelte";

type Count = (number: number, one: string, many: string) => string;

/** A number with its noun in English. */
export const countEn: Count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** A number with its noun in French, where 0 and 1 are singular. */
export const countFr: Count = (number, one, many) => `${number} ${number < 2 ? one : many}`;

/**
 * The moves of the winner in a forced win of this many plies; exact if turns alternate. `moves_to_win` in Rust is the same.
 */
export const movesToWin = (plies: number): number => Math.ceil(plies / 2);

/** Whose turn it is. French names only the side: seats have no article that "à" could agree with. */
export const toMoveEn = (seat: string): string => `${seat} to move`;
export const toMoveFr = (seat: string): string => `Trait : ${seat}`;

/** A fraction as a percentage. */
export const percent = (part: number, lang: Lang, digits = 0): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: digits }).format(part);

/** Whether a text begins with a place such as `c2`, which is never capitalised. */
const startsWithPlace = (text: string): boolean => /^[a-h][1-9](?![\p{L}\d])/u.test(text);

/** Gives the first word a capital. */
export const capitalize = (text: string): string =>
  startsWithPlace(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** A phrase of the rules library or of the server with a capital and a full stop, unless it has them. */
export function sentence(phrase: string): string {
  const text = capitalize(phrase.trim());
  return text === "" || /[.?:…]$/.test(text) ? text : `${text}.`;
}

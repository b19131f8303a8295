/** Text helpers that all boards share. */
import type { Lang } from "../i18n/index.svelte";

/** The separator of list items; French has a space before it. */
export const listSeparator = (lang: Lang): string => (lang === "fr" ? " ; " : "; ");

/** Whether a text begins with a place such as `c2`, which is never capitalised. */
const startsWithPlace = (text: string): boolean => /^[a-h][1-9](?![\p{L}\d])/u.test(text);

/** Gives the first word a capital. */
export const capitalize = (text: string): string =>
  startsWithPlace(text) ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Text helpers that all boards share. */
import type { Lang } from "../i18n/index.svelte";

/** Phrases of which one applies: `push, turn it or take it off`. */
export function alternatives(phrases: readonly string[], lang: Lang): string {
  const [or, last = ""] = [lang === "fr" ? " ou " : " or ", phrases.at(-1)];
  return phrases.length < 2 ? last : `${phrases.slice(0, -1).join(", ")}${or}${last}`;
}

/** The separator of list items; French has a space before it. */
export const listSeparator = (lang: Lang): string => (lang === "fr" ? " ; " : "; ");

import type { Lang } from "./index.svelte";

/** A text that is the same in all languages, or one for each. */
export type Localized = string | Readonly<Record<Lang, string>>;

export const localized = (text: Localized, lang: Lang): string =>
  typeof text === "string" ? text : text[lang];

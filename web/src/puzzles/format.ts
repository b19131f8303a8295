import type { Lang } from "../i18n/index.svelte";

/** A fraction as a whole percentage. */
export const percentText = (part: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(part);

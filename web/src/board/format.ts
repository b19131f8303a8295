/** Text helpers that all boards share. */
import type { Lang } from "../i18n/index.svelte";

/** The separator of list items; French has a space before it. */
export const listSeparator = (lang: Lang): string => (lang === "fr" ? " ; " : "; ");

/** Text helpers that all boards share. */
import type { Lang } from "../i18n/index.svelte";

/** The separator of list items; French has a space before it. */
export const listSeparator = (lang: Lang): string => (lang === "fr" ? " ; " : "; ");

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Words that all boards share. */
import type { Lang } from "../i18n/index.svelte";

/** What stands between the parts of a list; French wants a space before it. */
export const between = (lang: Lang): string => (lang === "fr" ? " ; " : "; ");

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

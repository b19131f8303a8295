import { practice as en, type PracticeTexts } from "../i18n/en/practice";
import { practice as fr } from "../i18n/fr/practice";
import type { Lang } from "../i18n/index.svelte";

export const practiceTexts = (lang: Lang): PracticeTexts => (lang === "fr" ? fr : en);

import { review as en, type ReviewTexts } from "../i18n/en/review";
import { review as fr } from "../i18n/fr/review";
import type { Lang } from "../i18n/index.svelte";

export const reviewTexts = (lang: Lang): ReviewTexts => (lang === "fr" ? fr : en);

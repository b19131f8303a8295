import { learn as en, type LearnTexts } from "../i18n/en/learn";
import { learn as fr } from "../i18n/fr/learn";
import type { Lang } from "../i18n/index.svelte";

export const learnTexts = (lang: Lang): LearnTexts => (lang === "fr" ? fr : en);

import { learn as en, type LearnWords } from "../i18n/en/learn";
import { learn as fr } from "../i18n/fr/learn";
import type { Lang } from "../i18n/index.svelte";

export const learnWords = (lang: Lang): LearnWords => (lang === "fr" ? fr : en);

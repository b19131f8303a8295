import { study as en, type StudyWords } from "../i18n/en/study";
import { study as fr } from "../i18n/fr/study";
import type { Lang } from "../i18n/index.svelte";

export const studyWords = (lang: Lang): StudyWords => (lang === "fr" ? fr : en);

import { study as en, type StudyTexts } from "../i18n/en/study";
import { study as fr } from "../i18n/fr/study";
import type { Lang } from "../i18n/index.svelte";

export const studyTexts = (lang: Lang): StudyTexts => (lang === "fr" ? fr : en);

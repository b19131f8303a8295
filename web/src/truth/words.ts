import { truth as en, type TruthWords } from "../i18n/en/truth";
import { truth as fr } from "../i18n/fr/truth";
import type { Lang } from "../i18n/index.svelte";

export const truthWords = (lang: Lang): TruthWords => (lang === "fr" ? fr : en);

import { share as en, type ShareTexts } from "../i18n/en/share";
import { share as fr } from "../i18n/fr/share";
import type { Lang } from "../i18n/index.svelte";

export const shareTexts = (lang: Lang): ShareTexts => (lang === "fr" ? fr : en);

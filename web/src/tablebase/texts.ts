import { tablebase as en, type TablebaseTexts } from "../i18n/en/tablebase";
import { tablebase as fr } from "../i18n/fr/tablebase";
import type { Lang } from "../i18n/index.svelte";

export const tablebaseTexts = (lang: Lang): TablebaseTexts => (lang === "fr" ? fr : en);

import { table as en, type TableTexts } from "../i18n/en/table";
import { table as fr } from "../i18n/fr/table";
import { i18n } from "../i18n/index.svelte";

/** The texts of the play page in the current language. */
export const tableTexts = (): TableTexts => (i18n.lang === "fr" ? fr : en);

import { en, type OnlineMessages } from "./en";
import { fr } from "./fr";
import { i18n } from "../index.svelte";

/** The texts of the online pages in the current language. */
export const online = {
  get t(): OnlineMessages {
    return i18n.lang === "fr" ? fr : en;
  },
};

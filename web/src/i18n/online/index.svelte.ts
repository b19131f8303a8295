import { en, type OnlineMessages } from "./en";
import { fr } from "./fr";
import { i18n } from "../index.svelte";

/** The texts of the pages that need the server, in the language chosen. */
export const online = {
  get t(): OnlineMessages {
    return i18n.lang === "fr" ? fr : en;
  },
};

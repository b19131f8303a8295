import { en, type Messages } from "./en";
import { fr } from "./fr";
import { read, write } from "../storage";

export type Lang = "en" | "fr";

const preferred = (): Lang => {
  const wanted = navigator.languages.find((tag) => /^(fr|en)/.test(tag));
  return wanted?.startsWith("fr") ? "fr" : "en";
};

class Language {
  #lang = $state<Lang>(read<Lang>("lang") === "fr" ? "fr" : read<Lang>("lang") === "en" ? "en" : preferred());

  get lang(): Lang {
    return this.#lang;
  }

  set lang(lang: Lang) {
    this.#lang = lang;
    write("lang", lang);
    document.documentElement.lang = lang;
  }

  /** The texts in the current language. */
  get t(): Messages {
    return this.#lang === "fr" ? fr : en;
  }
}

export const i18n = new Language();

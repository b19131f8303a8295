import { en, type FrameTexts } from "./en";
import { fr } from "./fr";
import { read, write } from "../storage";

export type Lang = "en" | "fr";

const preferred = (): Lang => {
  const wanted = globalThis.navigator?.languages.find((tag) => /^(fr|en)/.test(tag));
  return wanted?.startsWith("fr") ? "fr" : "en";
};

class Language {
  #lang = $state<Lang>(read<Lang>("lang") === "fr" ? "fr" : read<Lang>("lang") === "en" ? "en" : preferred());

  get lang(): Lang {
    return this.#lang;
  }

  /** The user's choice. */
  set lang(lang: Lang) {
    this.use(lang);
    write("lang", lang);
  }

  /** Uses a language on this page only. */
  use(lang: Lang): void {
    this.#lang = lang;
    document.documentElement.lang = lang;
  }

  /** The texts in the current language. */
  get t(): FrameTexts {
    return this.#lang === "fr" ? fr : en;
  }
}

export const i18n = new Language();

/** A collection of texts in both languages: `t` are those in the current one. */
export interface Texts<T> {
  readonly t: T;
  in(lang: Lang): T;
}

export const texts = <T>(en: T, fr: T): Texts<T> => ({
  get t() {
    return this.in(i18n.lang);
  },
  in: (lang) => (lang === "fr" ? fr : en),
});

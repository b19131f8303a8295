import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { markupProblems, narrow, textsIn, typographyProblems, type Lang } from "../../tests/typography";

const SOURCE = new URL("..", import.meta.url).pathname;

const sources = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$/.test(name))
  .map((name) => {
    const text = readFileSync(join(SOURCE, name), "utf8");
    const script = name.endsWith(".svelte") ? (/<script[^>]*>([^]*?)<\/script>/.exec(text)?.[1] ?? "") : text;
    return { name, text, script };
  });

/** The texts of a language, each with its file: whole files of `i18n`, and bilingual texts of other files. */
const textsOf = (lang: Lang) =>
  sources.flatMap(({ name, script }) => {
    const whole = new RegExp(`^i18n/(?:${lang}/|${lang}\\.ts$)`).test(name);
    return textsIn(script, lang, whole).map((text) => ({ name, text }));
  });

describe.each(["en", "fr"] as const)("typography of the texts in %s", (lang) => {
  const texts = textsOf(lang);

  it("is right", () => {
    const wrong = texts.flatMap(({ name, text }) =>
      typographyProblems(text, lang).map((problem) => `${name}: ${problem}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it("is checked in the texts of the pages, the games and the lessons", () => {
    expect(texts.length).toBeGreaterThan(600);
    for (const place of [
      /^i18n\/\w\w\.ts$/,
      /^i18n\/\w\w\/online/,
      /^i18n\/\w\w\/analysis/,
      /describe\.ts$/,
      /lesson/,
    ]) {
      expect(texts.filter(({ name }) => place.test(name)).length, String(place)).toBeGreaterThan(5);
    }
  });
});

describe("the markup of the pages", () => {
  it("adds no punctuation to texts", () => {
    const pages = sources.filter(({ name }) => name.endsWith(".svelte"));
    expect(pages.length).toBeGreaterThan(100);
    expect(
      pages.flatMap(({ name, text }) => markupProblems(text).map((where) => `${name}: ${where}`)),
    ).toEqual([]);
  });

  it.each(["<p>{t.goal}: {goal}</p>", "<p>{#if a}{t.sure}?{/if}</p>", "<p>{t.a} ; b</p>"])(
    "is found to do so: %s",
    (page) => expect(markupProblems(page)).toHaveLength(1),
  );

  it.each(["<p>{t.goal} {goal}</p>", '<p style="width: {x}; height: {y};">a</p>', "<p>{t.a}, {t.b}.</p>"])(
    "is not found to do so: %s",
    (page) => expect(markupProblems(page)).toEqual([]),
  );
});

describe("typography check", () => {
  it.each([
    "Perdu : oui",
    "Perdu: oui",
    "Perdu\u00a0: oui",
    "Êtes-vous sûr ?",
    "gagné ; perdu",
    "l'ordinateur",
    'dit "oui"',
    "« oui »",
    "«oui»",
    "“oui”",
    "Chargement...",
    "deux  espaces",
    "Bravo~!",
    "oui , non",
    "20 % de chances",
    "dans X s.",
    "X min",
    "5 000 demi-coups",
  ])("is found in French: %s", (text) => {
    expect(typographyProblems(narrow(text), "fr")).not.toEqual([]);
  });

  it.each([
    "Perdu~: oui~; non~?",
    "l’ordinateur a dit «~oui~»…",
    "à 12:30, sur https://example.org",
    "3 + 4 = 7",
    "20~% de chances",
    "dans X~s",
    "5~000 demi-coups",
    "X s’est trompé",
  ])("is not found in French: %s", (text) => {
    expect(typographyProblems(narrow(text), "fr")).toEqual([]);
  });

  it.each([
    "doesn't",
    "Loading...",
    "two  spaces",
    "Lost : yes",
    "Lost~: yes",
    "Well done!",
    "«yes»",
    "ResultGoal reached",
    "side_to_move",
  ])("is found in English: %s", (text) => {
    expect(typographyProblems(narrow(text), "en")).not.toEqual([]);
  });

  it.each(["Doesn’t it: yes; no?", "Loading…", "“yes”", "0.5", "aX", "PGN or JSON"])(
    "is not found in English: %s",
    (text) => {
      expect(typographyProblems(text, "en")).toEqual([]);
    },
  );
});

describe("texts are found in the source", () => {
  it.each([
    ['const x = { en: "a", fr: "b" }', ["b"]],
    ['const x = { fr: { p: "b", q: "c" }, en: { p: "a" } }', ["b", "c"]],
    ['const x = fr ? `b ${y}: c` : "a"', ["b X: c"]],
    ['const x = lang === "fr" ? (z === "k" ? "b" : "c") : "a"', ["b", "c"]],
    ['if (fr) return "b"; return "a";', ["b"]],
    ['import x from "y"; const z = "w"', []],
  ])("%s", (source, french) => {
    expect(textsIn(source, "fr")).toEqual(french);
  });

  it("in a whole file", () => {
    expect(
      textsIn('import { x } from "y"; export const z = { w: "a", v: () => `b ${x}` }', "en", true),
    ).toEqual(["a", "b X"]);
  });
});

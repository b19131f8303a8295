import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { en } from "./en";
import { learn } from "./en/learn";
import { study } from "./en/study";
import { truth } from "./en/truth";
import { en as online } from "./online/en";

const SOURCE = new URL("..", import.meta.url).pathname;

/** All of the pages' source but the texts themselves and the tests. */
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|^i18n/.test(name))
  .map((name) => readFileSync(join(SOURCE, name), "utf8"));

const names = (file: string, key: string) =>
  new RegExp(`\\.${key}\\b|\\{[^{};]*\\b${key}\\b[^{};]*\\} = `).test(file);

/** A file speaks of the group of texts and asks for this one by name, or a value somewhere chooses it. */
function isUsed(path: string): boolean {
  const [key = "", group] = path.split(".").reverse();
  return (
    files.some((file) => names(file, key) && (group === undefined || names(file, group))) ||
    files.some((file) => file.includes(`"${key}"`))
  );
}

const paths = (texts: object, before = ""): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "object" && text !== null
      ? paths(text as object, `${before}${key}.`)
      : [`${before}${key}`],
  );

describe("the texts", () => {
  it.each(Object.entries({ en, learn, study, truth, online }))("of %s are all used", (_, texts) => {
    expect(paths(texts).filter((path) => !isUsed(path))).toEqual([]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unusedTexts, type Roots } from "../../tests/textUsage";
import { en } from "./en";
import { learn } from "./en/learn";
import { practice } from "./en/practice";
import { puzzles } from "./en/puzzles";
import { review } from "./en/review";
import { share } from "./en/share";
import { study } from "./en/study";
import { table } from "./en/table";
import { tablebase } from "./en/tablebase";
import { en as online } from "./online/en";

const SOURCE = new URL("..", import.meta.url).pathname;

/** The source of the pages without the texts themselves and the tests. */
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|^i18n/.test(name))
  .map((name) => readFileSync(join(SOURCE, name), "utf8"));

const ROOTS: Roots = {
  en: { expression: /i18n\.t\b/, type: "Messages" },
  online: { expression: /online\.t\b/, type: "OnlineMessages" },
  learn: { expression: /learnTexts\([^)]*\)/, type: "LearnTexts" },
  practice: { expression: /practiceTexts\([^)]*\)/, type: "PracticeTexts" },
  puzzles: { expression: /puzzleTexts\([^)]*\)/, type: "PuzzleTexts" },
  review: { expression: /reviewTexts\([^)]*\)/, type: "ReviewTexts" },
  share: { expression: /shareTexts\([^)]*\)/, type: "ShareTexts" },
  study: { expression: /studyTexts\([^)]*\)/, type: "StudyTexts" },
  table: { expression: /tableTexts\([^)]*\)/, type: "TableTexts" },
  tablebase: { expression: /tablebaseTexts\([^)]*\)/, type: "TablebaseTexts" },
};

describe("unused texts", () => {
  it.each(Object.entries({ en, learn, practice, puzzles, review, share, study, table, tablebase, online }))(
    "are not in %s",
    (collection, texts) => {
      expect(unusedTexts(collection, texts, files, ROOTS)).toEqual([]);
    },
  );

  describe("are found", () => {
    const texts = { a: "", group: { a: "", b: "", in: "" }, labels: { good: "", bad: "" } };
    const unused = (...sources: string[]) => unusedTexts("en", texts, sources, ROOTS);
    const all = ["en.a", "en.group.a", "en.group.b", "en.group.in", "en.labels.good", "en.labels.bad"];
    const without = (...paths: string[]) => all.filter((path) => !paths.includes(path));

    it("even if their keys are short or occur elsewhere", () => {
      expect(unused("")).toEqual(all);
      expect(unused('other.a; other.group.a; for (const a in b) {} "a" "in" // i18n.t.a')).toEqual(all);
      expect(unused("i18n.t.group.ab; i18n.t.group.inn; xi18n.t.a; i18n.to.a")).toEqual(all);
    });

    it("unless a file uses their full path", () => {
      expect(unused("<p>{i18n.t.group.a}</p>")).toEqual(without("en.group.a"));
      expect(unused("i18n.t\n  .a(1)")).toEqual(without("en.a"));
      expect(unused("const t = $derived(i18n.t.group); t.b;")).toEqual(without("en.group.b"));
      expect(unused("const t = $derived(i18n.t.group);", "t.b;")).toEqual(all);
      expect(unused("const { a, in: inside } = i18n.t.group;")).toEqual(without("en.group.a", "en.group.in"));
      expect(unused("const f = (t: Messages) => t.group.a")).toEqual(without("en.group.a"));
    });

    it("unless a file computes the key", () => {
      expect(unused("i18n.t.labels[label]", 'const x = "good"')).toEqual(without("en.labels.good"));
      expect(unused("i18n.t.labels[label]", "interface X { bad?: 1 }")).toEqual(without("en.labels.bad"));
    });
  });
});

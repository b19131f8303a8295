import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { computedGroups, exactGroups, textUsage, unusedTexts, type Roots } from "../../tests/textUsage";
import { en } from "./en";
import { explorer } from "./en/explorer";
import { learn } from "./en/learn";
import { onlineGame } from "./en/onlineGame";
import { practice } from "./en/practice";
import { puzzles } from "./en/puzzles";
import { review } from "./en/review";
import { settings } from "./en/settings";
import { share } from "./en/share";
import { studies } from "./en/studies";
import { analysis } from "./en/analysis";
import { play } from "./en/play";
import { tablebase } from "./en/tablebase";
import { online } from "./en/online";

const SOURCE = new URL("..", import.meta.url).pathname;

/** The source of the pages without the texts themselves and the tests. */
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|^i18n/.test(name))
  .map((name) => readFileSync(join(SOURCE, name), "utf8"));

const ROOTS: Roots = {
  en: { expression: /i18n\.t\b/, type: "FrameTexts" },
  online: { expression: /onlineTexts\.t\b/, type: "OnlineTexts" },
  onlineGame: { expression: /onlineGameTexts\.(?:t\b|in\([^)]*\))/, type: "OnlineGameTexts" },
  explorer: { expression: /explorerTexts\.(?:t\b|in\([^)]*\))/, type: "ExplorerTexts" },
  learn: { expression: /learnTexts\.(?:t\b|in\([^)]*\))/, type: "LearnTexts" },
  practice: { expression: /practiceTexts\.(?:t\b|in\([^)]*\))/, type: "PracticeTexts" },
  puzzles: { expression: /puzzleTexts\.(?:t\b|in\([^)]*\))/, type: "PuzzleTexts" },
  review: { expression: /reviewTexts\.(?:t\b|in\([^)]*\))/, type: "ReviewTexts" },
  settings: { expression: /settingsTexts\.(?:t\b|in\([^)]*\))/, type: "SettingsTexts" },
  share: { expression: /shareTexts\.(?:t\b|in\([^)]*\))/, type: "ShareTexts" },
  studies: { expression: /studiesTexts\.(?:t\b|in\([^)]*\))/, type: "StudiesTexts" },
  analysis: { expression: /analysisTexts\.(?:t\b|in\([^)]*\))/, type: "AnalysisTexts" },
  play: { expression: /playTexts\.(?:t\b|in\([^)]*\))/, type: "PlayTexts" },
  tablebase: { expression: /tablebaseTexts\.(?:t\b|in\([^)]*\))/, type: "TablebaseTexts" },
};

const usage = textUsage(files, ROOTS);

const COLLECTIONS = {
  en,
  explorer,
  learn,
  practice,
  puzzles,
  review,
  settings,
  share,
  studies,
  analysis,
  play,
  tablebase,
  online,
  onlineGame,
};

/** The files of a collection; `en` is made of several. */
const SOURCES: Readonly<Record<string, string>> = {
  "en.ts": "en",
  "en/frame.ts": "en",
  "en/board.ts": "en.board",
};

describe("unused texts", () => {
  it.each(Object.entries(COLLECTIONS))("are not in %s", (collection, texts) => {
    expect(unusedTexts(collection, texts, usage)).toEqual([]);
  });

  it("cannot hide in a group that is read by a computed key", () => {
    const exact = readdirSync(join(SOURCE, "i18n"), { recursive: true, encoding: "utf8" })
      .filter((name) => /^en\b/.test(name) && name.endsWith(".ts"))
      .flatMap((name) => {
        const collection = SOURCES[name] ?? name.slice("en/".length, -".ts".length);
        return exactGroups(readFileSync(join(SOURCE, "i18n", name), "utf8"), collection);
      });
    const computed = Object.entries(COLLECTIONS).flatMap(([collection, texts]) =>
      computedGroups(collection, texts, usage),
    );
    expect(computed.length).toBeGreaterThan(10);
    expect(computed.filter((group) => !exact.includes(group))).toEqual([]);
  });

  describe("are found", () => {
    const texts = { a: "", group: { a: "", b: "", in: "" }, labels: { good: "", bad: "" } };
    const unused = (...sources: string[]) => unusedTexts("en", texts, textUsage(sources, ROOTS));
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
      expect(unused("const f = (t: FrameTexts) => t.group.a")).toEqual(without("en.group.a"));
    });

    it("unless a file computes the key", () => {
      expect(unused("i18n.t.labels[label]")).toEqual(without("en.labels.good", "en.labels.bad"));
      expect(computedGroups("en", texts, textUsage(["i18n.t.labels[label]; i18n.t.group.a"], ROOTS))).toEqual(
        ["en.labels"],
      );
    });

    it("with the groups that the compiler compares with a union", () => {
      const source =
        'export const x = { a: "", b: { c: { d: "" } satisfies Record<Key, string>, e: { f: "" } } };';
      expect(exactGroups(source, "en")).toEqual(["en.b.c"]);
      expect(exactGroups("export const x = { a: {} satisfies Record<string, string> };", "en")).toEqual([]);
    });
  });
});

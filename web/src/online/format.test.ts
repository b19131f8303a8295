import { afterEach, describe, expect, it, vi } from "vitest";
import { i18n } from "../i18n/index.svelte";
import type { Clock } from "../net/schema";
import { formatClock, shortClock } from "./format";

const fischer = (base: number, increment = 3): Clock => ({ kind: "fischer", base, increment });

describe("a clock", () => {
  vi.stubGlobal("document", { documentElement: {} });
  afterEach(() => i18n.use("en"));

  it.each([
    ["en", 300, "5 min + 3 s", "5 + 3"],
    ["en", 150, "2.5 min + 3 s", "2.5 + 3"],
    ["en", 30, "30 s + 3 s", "30 s + 3"],
    ["en", 5, "5 s + 3 s", "5 s + 3"],
    ["en", 100, "100 s + 3 s", "100 s + 3"],
    ["fr", 150, "2,5 min + 3 s", "2,5 + 3"],
    ["fr", 5, "5 s + 3 s", "5 s + 3"],
  ] as const)("in %s with %s seconds is %s, %s in short", (lang, base, long, short) => {
    i18n.use(lang);
    const plain = (text: string) => text.replaceAll("\u202f", " ");
    expect(plain(formatClock(fischer(base)))).toBe(long);
    expect(plain(shortClock(fischer(base)))).toBe(short);
  });

  it("without increment is its time", () => {
    expect(formatClock(fischer(60, 0))).toBe("1 min");
  });
});

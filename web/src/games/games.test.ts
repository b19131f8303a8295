import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { loadWasm, showWith, type Send } from "../../tests/wasm";
import { localized } from "../i18n/localized";
import type { GameInfo } from "../rules/types";
import { GAMES } from ".";

/** The rules library writes plain apostrophes, for boards in ASCII. */
const typographic = (text: string) => text.replaceAll("'", "’");

/** The names, publishers and years, regardless of the separators. */
const parts = (credit: string) =>
  typographic(credit)
    .split(/, | & | · /)
    .filter((part) => !part.includes("unknown"));

describe("the home page", () => {
  let send: Send;
  beforeAll(async () => {
    send = await loadWasm();
  });

  it("has the titles and credits of the rules library", () => {
    for (const lang of ["en", "fr"] as const) {
      const info = send({ do: "games", lang }) as GameInfo[];
      expect(GAMES.map(({ id, title }) => [id, localized(title, lang)])).toEqual(
        info.map(({ id, title }) => [id, typographic(title)]),
      );
    }
    const info = send({ do: "games", lang: "en" }) as GameInfo[];
    expect(GAMES.map(({ credit }) => parts(credit ?? "traditional game"))).toEqual(
      info.map(({ credit }) => parts(credit)),
    );
  });

  it.each(GAMES)("shows a position of $id that can be played on", ({ id, sample }) => {
    const { position, legal } = showWith(send, { game: id, position: sample });
    expect(position).toBe(sample);
    expect(legal).not.toEqual([]);
  });

  it.each(GAMES.filter(({ lessonWin }) => lessonWin !== undefined))(
    "ends the course of $id with a certified win of the first player",
    async ({ id, lessonWin }) => {
      const file = new URL(`../../../crates/games/${id}/data/practice.jsonl`, import.meta.url);
      const all = (await readFile(file, "utf8")).trim().split("\n");
      const found = all.map((line) => JSON.parse(line) as Practice).find((place) => place.id === lessonWin);
      expect(found?.side).toBe("p1");
      expect(found?.variant ?? []).toEqual([]);
      if (found?.goal.result === "points") expect(found.goal.margin).toBeGreaterThan(0);
      else expect([found?.goal.result, (found?.goal.distance ?? 99) <= 5]).toEqual(["win", true]);
    },
  );
});

interface Practice {
  readonly id: string;
  readonly side: string;
  readonly variant?: readonly string[];
  readonly goal: { readonly result: string; readonly distance?: number; readonly margin?: number };
}

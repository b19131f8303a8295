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
});

import { beforeAll, describe, expect, it } from "vitest";
import { loadWasm, showWith, type Ask } from "../../tests/wasm";
import type { GameFacts } from "../rules/types";
import { GAMES } from ".";

/** Names, publishers and years, however they are strung together. */
const parts = (credit: string) =>
  credit
    .replaceAll("'", "’")
    .split(/, | & | · /)
    .filter((part) => !part.includes("unknown"));

describe("the home page", () => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await loadWasm();
  });

  it("has the titles and credits of the rules library", () => {
    const facts = ask({ do: "games", lang: "en" }) as GameFacts[];
    expect(GAMES.map(({ id, title, credit }) => [id, title, parts(credit)])).toEqual(
      facts.map(({ id, title, credit }) => [id, title, parts(credit)]),
    );
  });

  it.each(GAMES)("shows a position of $title that can be played on", ({ id, sample }) => {
    const { position, legal } = showWith(ask, { game: id, position: sample });
    expect(position).toBe(sample);
    expect(legal).not.toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { devGameFolders } from "../../build/games";
import { GAME_IDS } from "../games";
import { loadWasm } from "../../tests/wasm";
import type { GameInfo } from "../rules/types";
import { loadRules } from "./rules";

const send = await loadWasm();

const inDevelopment = devGameFolders();

describe.each(GAME_IDS)("the rules of %s", (game) => {
  it.each(["en", "fr"] as const)("are for players, in %s", async (lang) => {
    const page = await loadRules(game, lang);
    expect(page?.sections.length).toBeGreaterThan(4);
    expect(page?.html).not.toMatch(/README|mekong_|<h1|\.svg|\bcrate\b|\.rs\b/);
    // A released game has a diagram.
    if (!inDevelopment.includes(game)) expect(page?.html).toMatch(/data-position="[^"]+"/);
    // Links lead to headings that are there.
    for (const [, id] of page?.html.matchAll(/href="#([^"]+)"/g) ?? []) {
      expect(page?.html).toContain(`id="${id}"`);
    }
  });

  it.each(["en", "fr"] as const)("name variants and sides without their codes, in %s", async (lang) => {
    const games = send({ do: "games", lang }) as GameInfo[];
    const variants = games.find(({ id }) => id === game)?.variants ?? [];
    const codes = [...variants.map(({ id }) => id), "p1", "p2"];
    const [forPlayers = ""] = (await loadRules(game, lang))?.html.split('id="notation"') ?? [];
    const quoted = [...forPlayers.matchAll(/<code>([^<]*)<\/code>/g)].map(([, code]) => code);
    expect(quoted.filter((code) => codes.includes(code ?? ""))).toEqual([]);
    expect(forPlayers).not.toMatch(/\(\)|\(,| [,)]/);
  });

  it("have the same sections and diagrams in both languages", async () => {
    const [en, fr] = [await loadRules(game, "en"), await loadRules(game, "fr")];
    const pictures = (html = "") => [...html.matchAll(/data-position="([^"]+)"/g)].map(([, text]) => text);
    expect(pictures(fr?.html)).toEqual(pictures(en?.html));
    expect(fr?.sections.length).toBe(en?.sections.length);
  });
});

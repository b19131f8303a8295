import { describe, expect, it } from "vitest";
import { devGameFolders } from "../../build/games";
import { GAME_IDS } from "../games";
import { loadRules } from "./rules";

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

  it("have the same sections and diagrams in both languages", async () => {
    const [en, fr] = [await loadRules(game, "en"), await loadRules(game, "fr")];
    const pictures = (html = "") => [...html.matchAll(/data-position="([^"]+)"/g)].map(([, text]) => text);
    expect(pictures(fr?.html)).toEqual(pictures(en?.html));
    expect(fr?.sections.length).toBe(en?.sections.length);
  });
});

import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { devGameFolders } from "../build/games.ts";
import type { About } from "../src/board/types";
import { localized } from "../src/i18n/localized.ts";
import { createChallenge } from "./challenges";
import { drag, movesOf, play, playedMoves, stagesOf } from "./moves";
import { expectAccessible } from "./support";
import { testWholeGames } from "./wholeGame";

/** The games of the feature `dev-games`, with pages and rules that are built with them. */
const GAMES = devGameFolders();

test.skip(process.env["MEKONG_E2E_URL"] !== undefined, "needs pages and rules with dev-games");
test.use({ baseURL: process.env["MEKONG_E2E_DEV_URL"] ?? "" });

const LANGS = [
  { lang: "en", locale: "en-GB", readme: "README.md", traditional: "Traditional game" },
  { lang: "fr", locale: "fr-FR", readme: "README.fr.md", traditional: "Jeu traditionnel" },
] as const;

const aboutOf = async (game: string) =>
  ((await import(`../src/games/${game}/about.ts`)) as { about: About }).about;

/** The first section of the rules. */
function firstSection(game: string, readme: string): string {
  const text = readFileSync(new URL(`../../crates/games/${game}/${readme}`, import.meta.url), "utf8");
  return /^## (.+)$/m.exec(text)?.[1] ?? "no section";
}

const moveList = (page: Page) => page.locator(".moves ol > li");

for (const game of GAMES) {
  for (const { lang, locale, readme, traditional } of LANGS) {
    test.describe(() => {
      test.use({ locale });
      test(`${game} is on the home page and has rules, in ${lang}`, async ({ page }) => {
        const { title, credit } = await aboutOf(game);
        await page.goto("/");
        await expect(page.getByRole("heading", { name: localized(title, lang) })).toBeVisible();
        await expect(page.getByText(credit ?? traditional).first()).toBeVisible();
        await page.goto(`/learn/${game}`);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(localized(title, lang));
        await expect(page.getByRole("heading", { name: firstSection(game, readme) })).toBeVisible();
        await expectAccessible(page);
        await page.goto(`/analysis/${game}?moves=`);
        const author = credit?.split(" · ")[0] ?? traditional;
        await expect(page.locator(".panels").getByText(author)).toBeVisible();
      });
    });
  }

  const { whole, refusedDrag, sample } = movesOf(game);
  if (whole && refusedDrag) {
    test(`a piece of ${game} is dragged, and a refused drag is explained`, async ({ page }) => {
      const { ply, from, to } = refusedDrag;
      const moves = whole.moves.split(" ").slice(0, ply + 1);
      const next = moves.at(-1) ?? "";
      await page.goto(`/play/${game}?friend`);
      for (const [ply, move] of moves.slice(0, -1).entries()) await play(page, "mouse", game, move, ply);
      await drag(page, from, to);
      await expect(page.locator("#board .refusal")).not.toBeEmpty();
      await expect(moveList(page)).toHaveCount(ply);
      const [start = "", end = ""] = await stagesOf(page, game, next, ply);
      await drag(page, start, end);
      await expect.poll(() => playedMoves(page)).toEqual(moves);
    });
  }

  test(`the server's computer answers a move of ${game}`, async ({ page }) => {
    const { game: id } = await createChallenge(page, { game, opponent: { kind: "computer", level: 1 } });
    await page.goto(`/game/${id}`);
    await play(page, "mouse", game, sample, 0);
    await expect(moveList(page)).toHaveCount(2);
  });
}

testWholeGames(GAMES, ["mouse", "keyboard", "touch"]);

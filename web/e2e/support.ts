import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { readdirSync } from "node:fs";

/** The games are the folders of the pages; how their moves are made stands in `games/GAME.ts`. */
export const GAMES = readdirSync(new URL("../src/games/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Nothing on the page is closed to anyone, as far as a program can tell. */
export async function expectOpenToAll(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect(told).toEqual([]);
}

/** Nothing sticks out to the side. */
export async function expectFits(page: Page): Promise<void> {
  const [wide, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(wide).toBeLessThanOrEqual(seen ?? 0);
}

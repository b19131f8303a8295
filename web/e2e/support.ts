import AxeBuilder from "@axe-core/playwright";
import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { gameFolders } from "../build/games.ts";

/** The games are the folders of the pages; `e2e.ts` of each has how its moves are made. */
export const GAMES = gameFolders();

/** The page has no accessibility violations that axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect(found).toEqual([]);
}

/** The page does not scroll horizontally. */
export async function expectFits(page: Page): Promise<void> {
  const [wide, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(wide).toBeLessThanOrEqual(seen ?? 0);
}

/** Closes the contexts that a test has opened besides its own: their pages would go on and slow down the others. */
export async function closeContexts({
  browser,
  context,
}: {
  browser: Browser;
  context: BrowserContext;
}): Promise<void> {
  for (const other of browser.contexts()) if (other !== context) await other.close();
}

/** The page opens without an error in its language, with one main heading, fits and is accessible once it is loaded. */
export async function expectGoodPage(
  page: Page,
  address: string,
  locale: string,
  loaded: () => Promise<void> = async () => undefined,
): Promise<void> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(address);
  await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await loaded();
  await expectFits(page);
  await expectAccessible(page);
  expect(errors).toEqual([]);
}

import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { gameFolders } from "../build/games.ts";

/** The games are the folders of the pages; `e2e.ts` of each has how its moves are made. */
export const GAMES = gameFolders();

/** The page has no accessibility violations that axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Pages without frames of other sites need no second page to combine the results, which takes as long as the analysis.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
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
  expect(wide, page.url()).toBeLessThanOrEqual(seen ?? 0);
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
async function expectGoodPage(page: Page, address: string, locale: string, loaded: Loaded): Promise<void> {
  const errors: string[] = [];
  const note = (error: Error) => errors.push(error.message);
  page.on("pageerror", note);
  await page.goto(address);
  await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await loaded(page, address);
  await expectFits(page);
  await expectAccessible(page);
  page.off("pageerror", note);
  expect(errors).toEqual([]);
}

/** Waits for what a page shows after its heading. */
type Loaded = (page: Page, address: string) => Promise<void>;

interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: "light" | "dark";
  readonly locale: "en-GB" | "fr-FR";
}

/** Both themes, both languages, the smallest and a usual screen. */
const LOOKS: readonly Look[] = [
  { width: 320, height: 640, theme: "light", locale: "fr-FR" },
  { width: 1440, height: 900, theme: "dark", locale: "en-GB" },
];

const PAGES_PER_TEST = 6;

/**
 * Tests that every page opens well. Several pages share a test and with it the cache of the browser: scripts and rules are
 * compiled once.
 */
export function testPages(
  addresses: readonly string[],
  loaded: Loaded = async () => undefined,
  looks: readonly Look[] = LOOKS,
): void {
  for (const { width, height, theme, locale } of looks) {
    test.describe(`${width} px, ${theme}, ${locale}`, () => {
      test.use({ viewport: { width, height }, colorScheme: theme, locale });

      for (let start = 0; start < addresses.length; start += PAGES_PER_TEST) {
        const group = addresses.slice(start, start + PAGES_PER_TEST);
        test(`${group.join(", ")} fit, are translated and accessible`, async ({ page }) => {
          for (const address of group) {
            await test.step(address, () => expectGoodPage(page, address, locale, loaded));
          }
        });
      }
    });
  }
}

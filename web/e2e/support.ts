import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const GAMES = ["siam", "samliam", "saigon", "palam"] as const;
export type Game = (typeof GAMES)[number];

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

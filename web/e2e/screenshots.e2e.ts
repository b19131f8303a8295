/** Pictures of single moments of each game, listed in its `screenshots.ts`. Whole boards in all sizes: `shots.e2e.ts`. */
import { expect, test } from "@playwright/test";
import { openScreenshot, SIZES, type Screenshot } from "./screenshots";
import { expectFits, GAMES } from "./support";

/** Reference pictures of each game: hints, refusals, endings; `make shots` updates them. */
for (const game of GAMES) {
  const { screenshots } = (await import(`../src/games/${game}/screenshots.ts`)) as {
    screenshots: readonly Screenshot[];
  };
  for (const screenshot of screenshots) {
    const { name, size = "phone", theme = "light" } = screenshot;
    test.describe(() => {
      test.use({
        viewport: SIZES[size],
        colorScheme: theme,
        hasTouch: size !== "desktop",
        isMobile: size !== "desktop",
        contextOptions: { reducedMotion: "reduce" },
      });

      test(`${game}, ${name}, looks as it did`, async ({ page }) => {
        await openScreenshot(page, game, screenshot);
        await screenshot.act?.(page);
        await expectFits(page);
        // A piece or a mark is a small part of the page.
        await expect(page).toHaveScreenshot(`${game}-${name}.png`, { maxDiffPixelRatio: 0.01 });
      });
    });
  }
}

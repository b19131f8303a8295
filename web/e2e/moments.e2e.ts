import { expect, test } from "@playwright/test";
import { openMoment, SIZES, type Moment } from "./moments";
import { expectFits, GAMES } from "./support";

/** Reference pictures of the key moments of each game; `make shots` updates them. */
for (const game of GAMES) {
  const { moments } = (await import(`../src/games/${game}/moments.ts`)) as { moments: readonly Moment[] };
  for (const moment of moments) {
    const { name, size = "phone", theme = "light" } = moment;
    test.describe(() => {
      test.use({
        viewport: SIZES[size],
        colorScheme: theme,
        hasTouch: size !== "desktop",
        isMobile: size !== "desktop",
        contextOptions: { reducedMotion: "reduce" },
      });

      test(`${game}, ${name}, looks as it did`, async ({ page }) => {
        await openMoment(page, game, moment);
        await moment.act?.(page);
        await expectFits(page);
        // A piece or a mark is a small part of the page.
        await expect(page).toHaveScreenshot(`${game}-${name}.png`, { maxDiffPixelRatio: 0.01 });
      });
    });
  }
}

/** Pictures of whole boards, each game in each size and theme, compared with `shots`. Single moments: `screenshots.e2e.ts`. */
import { expect, test } from "@playwright/test";
import { GAMES } from "./support";

/** `make shots` updates the pictures. */
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of ["light", "dark"] as const) {
    test.describe(`${size}, ${theme}`, () => {
      test.use({ viewport, colorScheme: theme, contextOptions: { reducedMotion: "reduce" } });

      for (const game of GAMES) {
        test(`the board of ${game} looks as it did`, async ({ page }) => {
          await page.goto(`/play/${game}?friend&deal=7`);
          const board = page.locator("#board .picture");
          await expect(board).toBeVisible();
          await expect(board).toHaveScreenshot(`${game}-${size}-${theme}.png`);
        });
      }
    });
  }
}

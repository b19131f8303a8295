import { expect, test } from "@playwright/test";
import { GAMES, expectFits, expectOpenToAll } from "./support";

const PAGES = [
  "/",
  ...GAMES.map((game) => `/play/${game}?level=1`),
  "/play/siam?friend",
  "/settings",
  "/nowhere",
];
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of ["light", "dark"] as const) {
    for (const locale of ["en-GB", "fr-FR"]) {
      test.describe(`${size}, ${theme}, ${locale}`, () => {
        test.use({ viewport, colorScheme: theme, locale });

        test("every page fits, speaks the language and is open to all", async ({ page }) => {
          for (const address of PAGES) {
            await page.goto(address);
            await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
            await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
            await expectFits(page);
            await expectOpenToAll(page);
          }
        });
      });
    }
  }
}

test("the language changes without loading the page again", async ({ page }) => {
  await page.goto("/settings");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await expect(page.getByRole("heading", { name: "Settings" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.getByRole("heading", { name: "Réglages" }).first()).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("two clicks lead to a game", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Play/ }).first().click();
  await expect(page.locator("#board")).toBeVisible();
  await expect(page.getByText("Your turn")).toBeVisible();
});

import { expect, test } from "@playwright/test";
import { GAMES, expectFits, expectAccessible } from "./support";

const PAGES = [
  "/",
  ...GAMES.flatMap((game) => [
    `/play/${game}?level=1`,
    `/learn/${game}`,
    `/learn/${game}/lesson`,
    `/analysis/${game}`,
  ]),
  "/play/siam?friend",
  "/learn",
  "/analysis",
  "/lobby",
  "/games",
  "/login",
  "/signup",
  "/reset",
  "/account",
  "/settings",
  "/@/nobody",
  "/game/nothing",
  "/nowhere",
];

/** Every page in both sizes, themes and languages; pages with boards in every combination. */
const BOARDS = ["/", ...GAMES.map((game) => `/play/${game}?level=1`)];
const LOOKS = [
  { size: "phone", theme: "light", locale: "fr-FR", pages: PAGES },
  { size: "phone", theme: "dark", locale: "en-GB", pages: BOARDS },
  { size: "desktop", theme: "light", locale: "fr-FR", pages: BOARDS },
  { size: "desktop", theme: "dark", locale: "en-GB", pages: PAGES },
] as const;
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };

for (const { size, theme, locale, pages } of LOOKS) {
  test.describe(`${size}, ${theme}, ${locale}`, () => {
    test.use({ viewport: SIZES[size], colorScheme: theme, locale });

    for (const address of pages) {
      test(`${address} fits, is translated and accessible`, async ({ page }) => {
        const troubles: string[] = [];
        page.on("pageerror", (error) => troubles.push(error.message));
        await page.goto(address);
        await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await expectFits(page);
        await expectAccessible(page);
        expect(troubles).toEqual([]);
      });
    }
  });
}

test("text at twice its size still fits on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ["/", "/play/siam?level=1", "/lobby"]) {
    await page.goto(address);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expectFits(page);
  }
});

test("on a very large screen board and text scale up", async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  for (const game of GAMES) {
    await page.goto(`/play/${game}?friend`);
    const { height = 0 } = (await page.locator("#board .picture").boundingBox()) ?? {};
    expect(height).toBeGreaterThan(0.85 * 2160);
    const size = await page
      .locator(".status")
      .first()
      .evaluate((words) => getComputedStyle(words).fontSize);
    expect(parseFloat(size)).toBeGreaterThan(24);
    await expectFits(page);
  }
});

test("on a tablet the board and both players are visible at once", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const game of GAMES) {
    await page.goto(`/play/${game}?friend`);
    await expect(page.locator("#board")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".far")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".near")).toBeInViewport({ ratio: 1 });
  }
});

test("the language changes without loading the page again", async ({ page }) => {
  await page.goto("/settings");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("one click leads to a game", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Play Siam/ }).click();
  await expect(page.locator("#board")).toBeVisible();
  await expect(page.getByText("Your turn")).toBeVisible();
});

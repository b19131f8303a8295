import { expect, test, type Locator, type Page } from "@playwright/test";
import { openScreenshot, result } from "./screenshots";

test.use({ hasTouch: true, isMobile: true });

/** Upright and lying phones, from the smallest. */
const SCREENS = [
  [320, 640],
  [390, 844],
  [844, 390],
] as const;

/** Sam Liam has the tallest board and the longest goal. */
const MOVES = "a3sw f6sw a4se c6nw e1se a1nw c3se b1nw";

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

const box = async (locator: Locator) => {
  const found = await locator.boundingBox();
  if (!found) throw new Error(`${locator.toString()} has no box`);
  const { x, y, width, height } = found;
  return { left: x, top: y, right: x + width, bottom: y + height };
};

/** Its whole text is seen: nothing is hidden or runs out of it. */
async function expectWhole(locator: Locator): Promise<void> {
  await expect(locator).toBeInViewport({ ratio: 1 });
  const { isClipped, isCut } = await locator.evaluate((element) => ({
    isClipped: getComputedStyle(element).clipPath !== "none",
    isCut: element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
  }));
  expect({ isClipped, isCut }).toEqual({ isClipped: false, isCut: false });
}

for (const [width, height] of SCREENS) {
  test.describe(`${width} by ${height}`, () => {
    test.use({ viewport: { width, height } });

    test.beforeEach(async ({ page }) => {
      await openScreenshot(page, "samliam", { name: "layout", side: "p1", lang: "fr", moves: MOVES });
      await expect(button(page, "Indice")).toBeEnabled();
    });

    test("actions are in view, with their names", async ({ page }) => {
      for (const name of ["Reprendre", "Indice", "Retourner", "Abandonner", "Plus"])
        await expectWhole(button(page, name));
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });

    test("the line that says what to do stays above a long hint", async ({ page }) => {
      await button(page, "Indice").tap();
      await button(page, "Voir le coup").tap();
      await expect(page.locator("[data-hint]")).toHaveCount(1);
      // As long as the longest that was seen.
      const message = page.locator("#board .message");
      await message.evaluate((element) => {
        element.classList.add("long", "very-long");
        element.textContent =
          "Les Noirs posent un triangle en c5, en haut à droite ; il ne manque plus qu’un coin à un carré (vous êtes nettement mieux). Réponse probable : les Blancs posent un triangle en a5, en bas à gauche ; cela bloque un carré, et les Noirs peuvent poser une tuile carrée.";
      });
      const now = page.locator("#board .now");
      await expect(now).toContainText("À vous");
      await expectWhole(now);
      await expectWhole(message);
      expect((await box(now)).bottom).toBeLessThanOrEqual((await box(message)).top);
      expect((await box(message)).bottom).toBeLessThanOrEqual(
        (await box(page.locator(".side > .actions"))).top + 0.5,
      );
    });

    test("every item of the menu can be reached", async ({ page }) => {
      await button(page, "Plus").tap();
      const items = page.locator("main .menu .item");
      await expect(items.first()).toBeVisible();
      for (const item of await items.all()) await expectWhole(item);
    });

    test("the question before resigning and the result keep the board where it is", async ({ page }) => {
      const board = page.locator("#board .picture");
      const before = await box(board);
      await button(page, "Abandonner").tap();
      for (const name of ["Oui, abandonner", "Continuer à jouer"]) await expectWhole(button(page, name));
      await button(page, "Oui, abandonner").tap();
      await result(page);
      const card = page.getByRole("dialog");
      // Scroll positions are rounded to whole pixels.
      await expect(card).toBeInViewport({ ratio: 0.99 });
      // On the smallest phones the card is higher than the room below the board.
      if (height > 640 || width > height)
        expect(Math.abs((await box(board)).top - before.top)).toBeLessThanOrEqual(2);
      // Avatars with their badges, and the ring of the winner.
      const [first, second] = [card.locator(".avatar").first(), card.locator(".avatar").last()];
      const score = await box(card.locator(".score strong"));
      expect((await box(first)).right + 4).toBeLessThanOrEqual(score.left);
      expect((await box(second)).left - 4).toBeGreaterThanOrEqual(score.right);
    });
  });
}

for (const [width, height] of SCREENS) {
  test(`the projector view has board, names and words in view at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openScreenshot(page, "samliam", { name: "projector", side: "p1", lang: "fr", moves: MOVES });
    await button(page, "Plus").tap();
    await button(page, "Vue projecteur").tap();
    const parts = [
      "#board .picture",
      ".far-area .name",
      ".near-area .name",
      "#board .now",
      "#board .message",
    ];
    for (const part of parts) await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
    const places = await Promise.all(parts.map((part) => box(page.locator(part))));
    for (const { left, right } of places.slice(1)) expect(right - left).toBeGreaterThan(40);
    // Nothing lies on the board.
    const [board, ...others] = places;
    const overlaps = others.map(
      (other) =>
        other.left < board!.right &&
        other.right > board!.left &&
        other.top < board!.bottom &&
        other.bottom > board!.top,
    );
    expect(overlaps).toEqual(others.map(() => false));
  });
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
] as const) {
  test(`steps and buttons of a lesson are in view at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/learn/siam/lesson");
    await expect(page.locator("#board [data-key].ready").first()).toBeVisible();
    const steps = await page.locator(".steps :is(button, a)").all();
    const actions = await page.locator(".side > .actions > *").all();
    for (const control of [...steps, ...actions]) await expect(control).toBeInViewport({ ratio: 1 });
    // No step is under the bar of the buttons.
    const bar = await box(page.locator(".side > .actions"));
    for (const step of steps) {
      const { top, bottom } = await box(step);
      expect(bottom <= bar.top || top >= bar.bottom).toBe(true);
    }
  });

  test(`the button that begins a game is in view at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openScreenshot(page, "siam", { name: "new", side: "p1", lang: "fr" });
    await button(page, "Plus").tap();
    await button(page, "Nouvelle partie").tap();
    await expect(button(page, "Commencer la partie")).toBeInViewport({ ratio: 1 });
  });
}

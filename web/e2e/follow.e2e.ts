import { expect, test, type Page } from "@playwright/test";
import { limitSearches, saveOnDevice } from "./device";
import { play, type InputMethod } from "./moves";
import { expectAccessible, GAMES } from "./support";

/** A player who knows nothing but the hints plays each game to its end, and nothing on the page jumps. */
const MAX_MOVES = 80;

/** Adds up the layout shifts that do not follow an input. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) shifts.sum += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);

async function press(page: Page, method: InputMethod, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await expect(button).toBeEnabled();
  if (method === "touch") await button.tap();
  else await button.press("Enter");
}

async function followHints(page: Page, method: InputMethod, game: string): Promise<void> {
  await watchShifts(page);
  await limitSearches(page);
  // Once at each pace.
  await saveOnDevice(page, { settings: { pace: method === "touch" ? "normal" : "fast" } });
  await page.goto(`/play/${game}?level=1&side=p1&deal=7`);
  const result = page.getByRole("dialog");
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  const list = page.locator(".moves ol > li");
  await expect(hint).toBeEnabled();
  const before = await shifts(page);
  for (let move = 0; move < MAX_MOVES; move += 1) {
    // Either it is the player's turn again, or the game is over.
    await expect(hint.and(page.locator(":enabled")).or(result).first()).toBeVisible();
    if (await result.isVisible()) break;
    await press(page, method, "Hint");
    await press(page, method, "Show move");
    await expect(page.locator("#board .message")).not.toBeEmpty();
    const hinted = await page.locator("[data-hint]").getAttribute("data-hint");
    await play(page, method, game, hinted ?? "", await list.count());
  }
  await expect(result).toBeVisible();
  await expect(result).toContainText(/You won|You lost|Draw/);
  // The key moment has been found: nothing comes after that.
  await expect(result.locator("[aria-busy='true']")).toHaveCount(0);
  expect((await shifts(page)) - before).toBeLessThan(0.02);
  await expectAccessible(page);
  // Afterwards the page still says who won.
  await result.getByRole("button", { name: "Close" }).click();
  await expect(page.locator("#board .now")).toHaveText(/You won|You lost|Draw/);
}

for (const game of GAMES) {
  test(`${game} is played to its end by following the hints with keys`, ({ page }) =>
    followHints(page, "keyboard", game));

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test(`${game} is played to its end by following the hints with taps`, ({ page }) =>
      followHints(page, "touch", game));
  });
}

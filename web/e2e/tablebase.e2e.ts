import { expect, test, type Page } from "@playwright/test";
import type { TablebaseView } from "../src/net/schema";
import { createChallenge } from "./challenges";
import { expectFits, expectAccessible, closeContexts } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

const key = (page: Page, name: string) => page.locator(`#board [data-key="${name}"]`);
const signs = (page: Page) => page.locator("#board .signs .spot");
const list = (page: Page) => page.getByRole("list", { name: "All moves, best first" });
const perfectPlay = (page: Page) => page.getByRole("checkbox", { name: "Show perfect play" });

/** The line below the checkbox. */
const status = (page: Page) => page.locator("section:has(input:checked) > p.status");

/** The moves of the analysis. */
const played = (page: Page) =>
  page.locator("ol.moves [data-move]").evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));

/** The server builds its tables when it starts for the first time. */
async function waitForTable(page: Page): Promise<void> {
  const status = async () => (await page.request.get("/api/tablebase?game=saigon")).status();
  await expect.poll(status, { timeout: 180_000, intervals: [1_000] }).toBe(200);
}

test("every possible action shows its tablebase value", async ({ page }) => {
  await waitForTable(page);
  await page.goto("/analysis/saigon");
  await expect(key(page, "push:r")).toBeVisible();
  await expect(signs(page)).toHaveCount(0);
  await perfectPlay(page).check();
  // Each move is in the list; each piece that can move and each pusher has a badge.
  const shown = (await (await page.request.get("/api/tablebase?game=saigon")).json()) as TablebaseView;
  await expect(list(page).getByRole("button")).toHaveCount(shown.moves.length);
  await expect(status(page)).toHaveText(/^Light: (win in \d+ plies|loss in \d+ plies|draw)\.\s+proven$/);
  await expect(key(page, "push:r")).toHaveAccessibleName(/, (win|loss|draw)/);
  const before = await signs(page).count();
  expect(before).toBeGreaterThan(4);
  await expectAccessible(page);
  // Once a stack is selected, its destinations have badges.
  await key(page, "pallet:1.2").click();
  await expect(key(page, "slot:3")).toHaveAccessibleName(/, (win|loss|draw)/);
  await expect(signs(page).filter({ hasText: /^([+−]\d+|=)$/ })).toHaveCount(await signs(page).count());
  await page.keyboard.press("Escape");
  // A move of the list is played by keys, and the next position has values of its own.
  await list(page).getByRole("button").first().press("Enter");
  await expect(status(page)).toHaveText(/^Dark: (win in \d+ plies|loss in \d+ plies|draw)\.\s+proven$/);
  await page.reload();
  await expect(perfectPlay(page)).toBeChecked();
  await expect(signs(page).first()).toBeVisible();
});

test("perfect play fits on a phone and is translated", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: "fr-FR" });
  const page = await context.newPage();
  await waitForTable(page);
  await page.goto("/play/saigon?friend");
  await page.getByRole("checkbox", { name: "Voir le jeu parfait" }).check();
  await expect(key(page, "push:r")).toHaveAccessibleName(/, (gain|perte|nulle)/);
  await expectFits(page);
  await expectAccessible(page);
});

test("without a table or a connection the device solves the game", async ({ page, context }) => {
  await page.route("**/api/tablebase?*", (route) =>
    route.fulfill({
      status: 404,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "no-table", status: 404, title: "there is no table" }),
    }),
  );
  await page.goto("/play/saigon?friend");
  await perfectPlay(page).check();
  await expect(page.getByText("There is no table.")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("this device can solve the game by itself")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Solve the game on this device" }).click();
  await expect(page.getByRole("progressbar", { name: "Solving the game…" })).toBeVisible();
  await expect(signs(page).first()).toBeVisible({ timeout: 180_000 });
  // The table is here: it needs no connection.
  await context.setOffline(true);
  await list(page).getByRole("button").first().click();
  await expect(page.locator(".moves ol > li")).toHaveCount(1);
  await expect(signs(page).first()).toBeVisible();
  await context.setOffline(false);
  // Games that are not solved have no toggle.
  await page.goto("/play/siam?level=1");
  await expect(page.locator("#board")).toBeVisible();
  await expect(perfectPlay(page)).toHaveCount(0);
});

test("perfect play is not shown in online games", async ({ page }) => {
  const { game } = await createChallenge(page, {
    game: "saigon",
    opponent: { kind: "computer", level: 1 },
  });
  for (const address of [`/game/${game}`, `/analysis/game/${game}`]) {
    await page.goto(address);
    await expect(page.locator("#board")).toBeVisible();
    await expect(perfectPlay(page)).toHaveCount(0);
  }
});

test("the solution is walked through from the start, with the values of the table", async ({ page }) => {
  await waitForTable(page);
  await page.goto("/learn/saigon");
  await page.getByRole("link", { name: "Walk through the solution" }).click();
  const walk = page.getByRole("group", { name: "Walk through the solution" });
  for (let ply = 0; ply < 3; ply += 1) {
    await expect(walk).toContainText(/Best: .+ \((win|loss) in \d+ (ply|plies)\)|Best: .+ \(draw\)/);
    await walk.getByRole("button", { name: "Play the best move" }).click();
    await expect.poll(async () => (await played(page)).length).toBe(ply + 1);
  }
  // The first one is that of the server's table.
  const entry = (await (await page.request.get("/api/tablebase?game=saigon")).json()) as TablebaseView;
  expect((await played(page))[0]).toBe(entry.moves[0]?.move);
  await walk.getByRole("button", { name: "Back to the start" }).click();
  await expect(page.locator('ol.moves [aria-current="step"]')).toHaveCount(0);
  await expectAccessible(page);
});

import { expect, test, type Page } from "@playwright/test";
import { expectFits, expectAccessible } from "./support";

const key = (page: Page, name: string) => page.locator(`#board [data-key="${name}"]`);
const signs = (page: Page) => page.locator("#board .signs .spot");
const list = (page: Page) => page.getByRole("list", { name: "All moves, best first" });
const perfectPlay = (page: Page) => page.getByRole("checkbox", { name: "Show perfect play" });

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
  const shown = (await (await page.request.get("/api/tablebase?game=saigon")).json()) as { moves: object[] };
  await expect(list(page).getByRole("button")).toHaveCount(shown.moves.length);
  await expect(
    page.getByText(/^Light: (win in \d+ plies|loss in \d+ plies|draw) \(proven\)\.$/),
  ).toBeVisible();
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
  await expect(
    page.getByText(/^Dark: (win in \d+ plies|loss in \d+ plies|draw) \(proven\)\.$/),
  ).toBeVisible();
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

test("without a table or a connection the toggle explains why", async ({ page, context }) => {
  await page.route("**/api/tablebase?*", (route) =>
    route.fulfill({
      status: 404,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "no-table", status: 404, title: "there is no table" }),
    }),
  );
  await page.goto("/play/saigon?level=1");
  await perfectPlay(page).check();
  await expect(page.getByText("There is no table.")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("solved positions are on the server")).toBeVisible();
  await expect(perfectPlay(page)).toBeDisabled();
  await context.setOffline(false);
  // Games that are not solved have no toggle.
  await page.goto("/play/siam?level=1");
  await expect(page.locator("#board")).toBeVisible();
  await expect(perfectPlay(page)).toHaveCount(0);
});

test("perfect play is not shown in online games", async ({ page }) => {
  const request = {
    game: "saigon",
    side: "first",
    clock: { kind: "none" },
    opponent: { kind: "computer", level: 1 },
  };
  const made = (await (await page.request.post("/api/challenge", { data: request })).json()) as {
    game: string;
  };
  for (const address of [`/game/${made.game}`, `/analysis/game/${made.game}`]) {
    await page.goto(address);
    await expect(page.locator("#board")).toBeVisible();
    await expect(perfectPlay(page)).toHaveCount(0);
  }
});

import { expect, test, type Page } from "@playwright/test";
import type { BookMoveView, BookView, ExplorerView, TablebaseView } from "../src/net/schema";
import { closeContexts, expectAccessible, expectFits, GAMES, testPages } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

const bookOf = async (page: Page, game: string): Promise<BookView> =>
  (await (await page.request.get(`/api/book?game=${game}`)).json()) as BookView;

const toggle = (page: Page) => page.getByRole("checkbox", { name: "Opening explorer" });
const source = (page: Page) => page.getByRole("combobox", { name: "Games" });
const rows = (page: Page) =>
  page.getByRole("list", { name: "Moves, most frequent first" }).getByRole("button");
const totalOf = ({ p1, p2, draws }: BookMoveView) => p1 + p2 + draws;

/** Imports games of Siam that begin with a move. */
async function importGames(page: Page, move: string, results: readonly string[]): Promise<void> {
  const account = { name: `importer${Date.now() % 1_000_000_000}`, password: "a long password for imports" };
  expect((await page.request.post("/api/account", { data: account })).ok()).toBe(true);
  const pgn = results.map(
    (result, index) =>
      `[Game "siam"]\n[Round "${Date.now()}-${index}"]\n[Result "${result}"]\n\n1. ${move} @c5S ${result}\n`,
  );
  const answer = await page.request.post("/api/import", { data: { pgn: pgn.join("\n") } });
  expect(answer.status()).toBe(200);
}

test("the book shows moves, results and values, and a move of the list is played", async ({ page }) => {
  const { effort, positions } = await bookOf(page, "siam");
  const [start] = positions;
  await page.goto("/analysis/siam?moves=");
  await toggle(page).check();
  await expect(rows(page)).toHaveCount(start?.moves.length ?? 0);
  await expect(page.getByText(`${effort.games.toLocaleString("en")} games`, { exact: true })).toBeVisible();
  const best = start?.moves[0];
  if (!best) throw new Error("the book is empty");
  await expect(rows(page).first()).toHaveAccessibleName(
    new RegExp(
      `: ${totalOf(best).toLocaleString("en")} games; Elephants won \\d+%, draws \\d+%, Rhinos won \\d+%; .+ \\((proven|estimated)\\)$`,
    ),
  );
  await expect(rows(page).first().locator("[data-certainty]")).toHaveCount(1);
  await expectAccessible(page);
  await rows(page).first().press("Enter");
  await expect(page.locator("ol.moves [data-move]")).toHaveAttribute("data-move", best.move);
  // The next list takes over the focus of the keyboard.
  await expect(rows(page).first()).toBeFocused();
  // The panel stays open.
  await page.reload();
  await expect(toggle(page)).toBeChecked();
});

test("games of the server are counted by source, imports apart, and evaluated on the device", async ({
  page,
}) => {
  await importGames(page, "@a1E", ["1-0", "0-1", "0-1"]);
  await page.goto("/analysis/siam?moves=");
  await toggle(page).check();
  await source(page).selectOption("Imported games");
  const row = rows(page)
    .filter({ hasText: /Elephants|win/ })
    .first();
  await expect(row).toBeVisible();
  await expect(row).toHaveAccessibleName(/games?; Elephants won \d+%, draws \d+%, Rhinos won \d+%; .+\)$/);
  await source(page).selectOption("Players");
  const rating = page.getByRole("combobox", { name: "Rating" });
  await rating.selectOption("2200 and above");
  await expect(page.getByText("None of these games reached this position.")).toBeVisible();
  await expectFits(page);
});

test("values of a solved game are those of the table", async ({ page }) => {
  const table = async () => await page.request.get("/api/tablebase?game=saigon");
  await expect.poll(async () => (await table()).status(), { timeout: 180_000, intervals: [1_000] }).toBe(200);
  const { moves } = (await (await table()).json()) as TablebaseView;
  const { book } = (await (await page.request.get("/api/explorer?game=saigon")).json()) as ExplorerView;
  if (!book) throw new Error("the book has no such position");
  expect(book.length).toBeGreaterThan(3);
  for (const { move, plies, proven } of book) {
    expect(proven).toBe(true);
    expect(moves.find((one) => one.move === move)?.value.plies).toBe(plies);
  }
  await page.goto("/learn/saigon/openings");
  await expect(rows(page).first()).toHaveAccessibleName(/win for (Light|Dark) in \d+ plies \(proven\)$/);
  await expect(rows(page).locator("[data-certainty='estimated']")).toHaveCount(0);
});

test("the learn page walks through the deals of the book", async ({ page }) => {
  await page.goto("/learn/palam");
  await page.getByRole("link", { name: "Openings" }).click();
  await expect(page).toHaveURL(/\/learn\/palam\/openings$/);
  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().click();
  await expect(page.getByRole("button", { name: "Previous move" })).toBeEnabled();
  await page.getByRole("button", { name: "Back to the start" }).click();
  await expect(page.getByRole("button", { name: "Previous move" })).toBeDisabled();
  // Another deal is not in the book, which says which ones are.
  await page.goto("/analysis/palam?seed=987654");
  await toggle(page).check();
  await page.getByRole("link", { name: "Deal 2", exact: true }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByText("Deal 2", { exact: true })).toBeVisible();
});

testPages(
  GAMES.map((game) => `/learn/${game}/openings`),
  (page) => expect(page.locator("section.explorer ol button").first()).toBeVisible(),
);

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("the book works without a network after one visit", async ({ page, context }) => {
    await page.goto("/learn/samliam/openings");
    await expect(rows(page).first()).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    });
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await context.setOffline(true);
    await page.goto("/learn/samliam/openings");
    await expect(rows(page).first()).toBeVisible();
    await source(page).selectOption("Players");
    await expect(
      page.getByText("You are offline. The self-play book works without a connection."),
    ).toBeVisible();
  });
});

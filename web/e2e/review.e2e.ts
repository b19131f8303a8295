import { expect, test, type Page } from "@playwright/test";
import type { TablebaseView } from "../src/net/schema";
import { clickMove } from "./moves";
import { expectAccessible, expectFits, closeContexts } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

/** A game of Sam Liam that Black wins; White's move 8 is a blunder. */
const MOVES = "b6nw a3nw d6ne c3ne e4sw f1se e3nw f7ne d4se b4se d3ne".split(" ");
const BLUNDER = 8;
/** A move that holds instead. */
const BETTER = "a1sw";
/** Reviews search every position. */
const LONG = { timeout: 120_000 };

/** A saved game against the computer, before a move of its user. */
async function saveGame(page: Page, side: "p1" | "p2", moves: readonly string[]): Promise<void> {
  await page.addInitScript(
    ([side, moves]) => {
      if (sessionStorage.getItem("saved") !== null) return;
      sessionStorage.setItem("saved", "yes");
      const setup = { game: "samliam", variant: [], seed: 1, level: 1, side };
      localStorage.setItem("mekong.game.samliam.computer", JSON.stringify({ setup, moves, isOver: false }));
    },
    [side, moves] as const,
  );
}

const openReview = (page: Page, side: string, moves = MOVES) =>
  page.goto(`/analysis/samliam?moves=${moves.join("+")}&side=${side}&review`);

test("a finished game is reviewed with one click", async ({ page }) => {
  await saveGame(page, "p1", MOVES.slice(0, -1));
  await page.goto("/play/samliam");
  await clickMove(page, "samliam", MOVES.at(-1) ?? "");
  const card = page.getByRole("dialog", { name: "You won" });
  await card.getByRole("link", { name: "Game review" }).click();
  await expect(page).toHaveURL(/\/analysis\/samliam$/);
  await expect(page.getByText(/Black: accuracy \d/)).toBeVisible(LONG);
  await expect(page.getByText(/White: accuracy \d/)).toBeVisible();
  // Three moments at most, each with a board, a label and a story; the blunder is one of them.
  const moments = page.getByRole("region", { name: "Key moments" }).getByRole("listitem");
  expect(await moments.count()).toBeLessThanOrEqual(3);
  const told = moments.filter({ hasText: `Move ${BLUNDER}: blunder` });
  await expect(told).toContainText(/It allows a reply that wins|chances/);
  await expect(told.locator("[data-certainty]")).toHaveCount(1);
  // It leads to the position.
  await told.getByRole("button").click();
  await expect(page.locator('ol.moves [aria-current="step"]')).toHaveAttribute("data-move", "f7ne");
  // A label has its definition one tap away.
  await page
    .getByRole("button", { name: /blunder/ })
    .filter({ hasText: /^1 blunder/ })
    .first()
    .click();
  const definitions = page.getByRole("dialog", { name: "What the labels mean" });
  await expect(definitions.getByText("Gives away 20% or more.", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByText("This is your first reviewed game.")).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
});

test("a mistake is an exercise: a wrong move is refuted, a better one solves it", async ({ page }) => {
  await openReview(page, "p2");
  await page.getByRole("button", { name: "Retry your mistakes" }).click(LONG);
  // Go to the blunder if there are mistakes before it.
  const task = page.getByText(`White, move ${BLUNDER}: find a better move`);
  for (let skipped = 0; skipped < 4 && !(await task.isVisible()); skipped += 1) {
    await page.getByRole("button", { name: "Show solution" }).click();
    await page.getByRole("button", { name: "Next exercise" }).click();
  }
  await expect(task).toBeVisible();
  await expect(page.locator(".basis [data-certainty]")).toBeVisible({ timeout: 60_000 });
  // The blunder again: it is refuted, and the reply is drawn.
  await clickMove(page, "samliam", "f7ne", true);
  await expect(page.getByText("Not the right move.")).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("#board .marks .reply-slot").first()).toBeVisible();
  await expectAccessible(page);
  await clickMove(page, "samliam", BETTER, true);
  await expect(page.getByText("Solved.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/1 of \d solved/)).toBeVisible();
  await page.getByRole("button", { name: "Back to the review" }).click();
  await expect(page.getByText(/White: accuracy \d/)).toBeVisible();
});

/** Black has a fork at a1 and plays elsewhere: a proven win is missed. */
const FORK = { position: "6/6/6/6/A5/A5/1CC3 B -", moves: ["f7nw", "f7se"], missed: 1, win: "a1sw" };

test("a missed win is a certified exercise: wrong tries are refuted with proof, the win solves it", async ({
  page,
}) => {
  const query = new URLSearchParams({ position: FORK.position, moves: FORK.moves.join(" "), side: "p1" });
  await page.goto(`/analysis/samliam?${query}&review`);
  const moment = page.getByRole("region", { name: "Key moments" }).getByRole("listitem");
  await expect(moment.filter({ hasText: `Move ${FORK.missed}: missed win` })).toBeVisible(LONG);
  await page.getByRole("button", { name: "Retry your mistakes" }).click();
  await expect(page.getByText(`Black, move ${FORK.missed}: find a better move`)).toBeVisible();
  const basis = page.locator(".basis [data-certainty]");
  await expect(basis).toHaveAttribute("data-certainty", "proven");
  await expect(page.getByText("Proven: only one move")).toBeVisible();
  await clickMove(page, "samliam", "f6nw");
  await expect(page.getByText("Not the right move.")).toBeVisible();
  await expect(page.getByText(/This does not win within 2 moves/)).toBeVisible();
  await expect(page.locator("#board .marks .reply-slot").first()).toBeVisible();
  await clickMove(page, "samliam", FORK.win);
  await expect(page.getByText("Solved.")).toBeVisible();
  await expect(page.locator(".answer [data-certainty]")).toHaveAttribute("data-certainty", "proven");
  await expectAccessible(page);
});

test("a review of a solved game is exact, without a network", async ({ page, context }) => {
  await page.goto("/analysis/saigon?moves=");
  await expect(page.locator("#board")).toBeVisible();
  const best = (await (await page.request.get("/api/tablebase?game=saigon")).json()) as TablebaseView;
  const blunder = best.moves.find(({ value }) => value.result === "loss")?.move ?? "";
  expect(blunder).not.toBe("");
  await page.goto(`/analysis/saigon?moves=${blunder}&side=p1`);
  await expect(page.locator("#board")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Analyse the whole game" }).click();
  await expect(page.getByRole("progressbar", { name: "Solving the game…" })).toBeVisible();
  const moment = page.getByRole("region", { name: "Key moments" }).getByRole("listitem").first();
  await expect(moment).toContainText("Move 1:", { timeout: 180_000 });
  await expect(moment.locator("[data-certainty]")).toHaveAttribute("data-certainty", "proven");
  await expect(page.getByText("Estimates may change with a deeper search.")).toHaveCount(0);
  await page.getByRole("button", { name: "Retry your mistakes" }).click();
  await expect(page.locator(".basis [data-certainty]")).toHaveAttribute("data-certainty", "proven");
});

test("a review is compared with earlier games and says so in French, on a small phone", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: "fr-FR" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const games = [{ id: "x", accuracy: 41, at: 1 }];
    if (localStorage.getItem("mekong.reviews.samliam") === null)
      localStorage.setItem("mekong.reviews.samliam", JSON.stringify(games));
  });
  await openReview(page, "p1", MOVES);
  await expect(page.getByText(/en moyenne sur 1 partie précédente/)).toBeVisible(LONG);
  await expect(page.getByRole("heading", { name: "Moments clés" })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  const saved = await page.evaluate(() => localStorage.getItem("mekong.reviews.samliam"));
  expect(JSON.parse(saved ?? "[]")).toHaveLength(2);
  // The review of the same game again is no further game.
  await openReview(page, "p1", MOVES);
  await expect(page.getByText(/en moyenne sur 1 partie précédente/)).toBeVisible(LONG);
  await context.close();
});

test("only moves and certainty are marked in the lines of the engine", async ({ page }) => {
  // After the blunder one move of Black wins.
  await page.goto(`/analysis/samliam?moves=${MOVES.slice(0, BLUNDER).join("+")}`);
  await expect(page.locator(".line [data-only]")).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".line [data-certainty='proven']").first()).toBeVisible();
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("a game is reviewed without a network", async ({ page, context }) => {
    await page.goto("/");
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    });
    await context.setOffline(true);
    await openReview(page, "p2");
    await expect(page.getByText(/White: accuracy \d/)).toBeVisible(LONG);
    await page.getByRole("button", { name: "Retry your mistakes" }).click();
    await expect(page.getByRole("heading", { name: /Exercise 1 of/ })).toBeVisible();
  });
});

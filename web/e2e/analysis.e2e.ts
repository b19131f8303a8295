import { expect, test, type Page } from "@playwright/test";
import type { AnalysisView } from "../src/net/schema";
import { createGame } from "./challenges";
import { expectFits, expectAccessible, closeContexts } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

const moves = (page: Page) => page.locator("ol.moves button");
const current = (page: Page) => page.locator('ol.moves [aria-current="step"]');

/** The list shows these moves. */
async function expectMoves(page: Page, expected: readonly string[]): Promise<void> {
  const shown = () => moves(page).evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));
  await expect.poll(shown).toEqual(expected);
}
const key = (page: Page, name: string) => page.locator(`#board [data-key="${name}"]`).first();

/** Presses a key without focus on the board. */
async function press(page: Page, name: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(name);
}

test("a lesson responds to wrong and right moves and saves progress", async ({ page }) => {
  await page.goto("/learn/saigon/lesson");
  await expect(page.getByRole("heading", { name: "Step 1 of 8" })).toBeVisible();
  await key(page, "push:r").click();
  await expect(page.getByText("not the one asked for")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await key(page, "push:l").click();
  await expect(page.getByText("Correct.")).toBeVisible();
  await expectAccessible(page);
  // The next step has the focus: Enter continues.
  await expect(page.getByRole("button", { name: "Next step" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Step 2 of 8" })).toBeVisible();
  await expect(page.locator("#board :focus")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Step 2 of 8" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Step 1, completed" })).toBeVisible();
});

test("the rules have a table of contents and drawn positions", async ({ page }) => {
  await page.goto("/learn/siam");
  await expect(page.locator(".picture > svg").first()).toBeVisible();
  // Diagrams are drawn when they become visible.
  const pictures = await page.locator(".picture").all();
  expect(pictures.length).toBeGreaterThan(10);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture.locator("> svg")).toBeVisible();
  }
  await page.getByRole("link", { name: "The end" }).click();
  await expect(page.getByRole("heading", { name: "The end" })).toBeInViewport();
  expect(new URL(page.url()).pathname).toBe("/learn/siam");
});

test("variations are added, promoted, deleted and saved", async ({ page }) => {
  await page.goto("/analysis/saigon");
  await key(page, "push:l").click();
  await expectMoves(page, ["pl"]);
  await press(page, "ArrowLeft");
  await key(page, "push:r").click();
  await expectMoves(page, ["pl", "pr"]);
  await expect(current(page)).toHaveAttribute("data-move", "pr");
  await press(page, "ArrowUp");
  await expect(current(page)).toHaveAttribute("data-move", "pl");
  await press(page, "ArrowDown");
  await page.getByRole("button", { name: "Make main line" }).click();
  await expectMoves(page, ["pr", "pl"]);
  await page.reload();
  await expectMoves(page, ["pr", "pl"]);
  await page.getByRole("button", { name: "Delete from here" }).click();
  await expectMoves(page, ["pl"]);
  await press(page, "End");
  await expect(current(page)).toHaveAttribute("data-move", "pl");
  await press(page, "Home");
  await expect(current(page)).toHaveCount(0);
});

test("texts are parsed, and errors have their line and column", async ({ page }) => {
  await page.goto("/analysis/saigon");
  await page.getByRole("button", { name: "New analysis" }).click();
  const text = page.getByRole("textbox", { name: "Position, moves, PGN or JSON" });
  const begin = page.getByRole("button", { name: "Load" });
  await text.fill('[Game "saigon"]\n\n1. pl 1-1x9 *');
  await begin.click();
  await expect(page.getByRole("alert")).toContainText("line 3, column 7");
  await text.fill("LLLL/DDDDDDDDD/LLLL/DDD L");
  await begin.click();
  await expect(page.getByRole("alert")).toContainText("there are only 8");
  await expectAccessible(page);
  // A file of another game opens the board of that game, with its variations and names.
  const fen = "-,-,-,-,-,-/e3,-,-,-,s1,-/-,-,k2,-,w5,-/-,-,-,-,-,- I - s 30-30";
  await text.fill(
    `[White "Lise"]\n[Black "Ana"]\n[Game "palam"]\n[FEN "${fen}"]\n\n1. c2 {hm} (1. e2 e3 2. a3 c2) *`,
  );
  await begin.click();
  await expect(page).toHaveURL(/\/analysis\/palam$/);
  await expectMoves(page, ["c2", "e2", "e3", "a3", "c2"]);
  await expect(page.getByText("Lise – Ana")).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("textbox", { name: "PGN" })).toHaveValue(
    /1\. c2 \{ hm \} \(1\. e2 e3 2\. a3 c2\) \*/,
  );
  await expectAccessible(page);
});

test("one game of a file with several is chosen", async ({ page }) => {
  await page.goto("/analysis/saigon");
  await page.getByRole("button", { name: "New analysis" }).click();
  const game = (white: string, line: string) => `[White "${white}"]\n[Game "saigon"]\n\n${line} *\n\n`;
  await page.locator('input[type="file"]').setInputFiles({
    name: "games.pgn",
    mimeType: "text/plain",
    buffer: Buffer.from(game("Lise", "1. pl") + game("Ana", "1. pr 4-2x2") + game("Bo", "1. pl 9-9x9")),
  });
  await expect(page.getByText("3 games found.")).toBeVisible();
  await expect(page.getByRole("button", { name: "1. Lise – ?" })).toBeFocused();
  await expectAccessible(page);
  // Errors have the line number of the whole file.
  await page.getByRole("button", { name: "3. Bo – ?" }).click();
  await expect(page.getByRole("alert")).toContainText("line 14");
  await page.getByRole("button", { name: "2. Ana – ?" }).press("Enter");
  await expectMoves(page, ["pr", "4-2x2"]);
});

test("the engine shows proven results and reviews a whole game", async ({ page }) => {
  const line = "b6nw a3nw d6ne c3ne e4sw f1se e3nw f7ne d4se b4se d3ne";
  await page.goto(`/analysis/samliam?moves=${line.replaceAll(" ", "+")}&ply=10`);
  await expect(page).toHaveURL(/\/analysis\/samliam$/);
  await expect(page.getByText("win for Black in 1 ply").first()).toBeVisible();
  await page.getByRole("button", { name: "Analyse the whole game" }).click();
  await expect(page.getByText(/Black: accuracy/)).toBeVisible({ timeout: 90_000 });
  await expect(moves(page).nth(7)).toContainText("blunder");
  // The graph is a slider with a value text, operated by keys.
  const plot = page.getByRole("slider", { name: "Evaluation graph" });
  await plot.focus();
  await page.keyboard.press("Home");
  await expect(plot).toHaveAttribute("aria-valuetext", /^start: Black \d+%, White \d+%$/);
  await expect(current(page)).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);
});

test("two lines of the engine may place the same piece in different cells", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  // At the start of the draft the mirrored placements are equally good.
  await page.goto("/analysis/palam?variant=draft&seed=1");
  await expect(page.getByRole("button", { name: /Isis places the .* on/ })).toHaveCount(2);
  await expect(page.locator("#board .ghost")).toHaveCount(2);
  expect(errors).toEqual([]);
});

test("an invalid link changes nothing", async ({ page }) => {
  await page.goto("/analysis/siam?moves=%40c1N");
  await expectMoves(page, ["@c1N"]);
  await page.goto("/analysis/siam?moves=%40c1N+zz");
  await expect(page.getByRole("status").first()).toContainText("move 2 (zz)");
  await expectMoves(page, ["@c1N"]);
});

test("an invalid saved analysis is ignored", async ({ page }) => {
  await page.goto("/analysis/siam?moves=%40c1N");
  await expectMoves(page, ["@c1N"]);
  await page.evaluate(() => {
    const name = "mekong.analysis.siam";
    localStorage.setItem(name, (localStorage.getItem(name) ?? "").replaceAll("@c1N", "@c9N"));
  });
  await page.reload();
  await expect(page.locator("#board")).toBeVisible();
  await expect(moves(page)).toHaveCount(0);
});

test("a game of the server can be analysed after its end", async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  const game = await createGame(page, other, { game: "saigon" });
  const post = async (who: Page, act: string, data: object) =>
    expect((await who.request.post(`/api/game/${game}/${act}`, { data })).ok()).toBe(true);
  await post(page, "move", { move: "pl", ply: 1 });
  await post(other, "move", { move: "4-2x2", ply: 2 });
  await page.goto(`/analysis/game/${game}`);
  await expectMoves(page, ["pl", "4-2x2"]);
  await expect(page.getByText("The engine is disabled")).toBeVisible();
  await post(page, "resign", {});
  await page.reload();
  await expect(page.getByRole("button", { name: "Analyse the whole game" })).toBeEnabled();
  // The analysis of the server is shown without a local search.
  await post(page, "analysis", {});
  const isDone = async () =>
    ((await (await page.request.get(`/api/game/${game}/analysis`)).json()) as AnalysisView).is_done;
  await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
  await page.reload();
  await expect(page.getByText(/Light: accuracy/)).toBeVisible();
  await expectAccessible(page);
  await page.goto("/analysis/game/nonsense1");
  await expect(page.getByText("Game not found")).toBeVisible();
});

import { expect, test, type Page } from "@playwright/test";
import { movesOf, play, type InputMethod } from "./moves";
import { expectAccessible, GAMES } from "./support";

/** More plies than any game of these tests has. */
const MAX_PLIES = 36;

async function wholeGame(page: Page, method: InputMethod, game: string): Promise<void> {
  await page.goto(`/play/${game}?friend&deal=7`);
  await expect(page.locator("#board")).toBeVisible();
  const { whole, anyMove } = movesOf(game);
  if (whole) {
    for (const [ply, move] of whole.moves.split(" ").entries()) await play(page, method, game, move, ply);
    await expect(page.locator("dialog[open]")).toContainText(whole.winner);
  } else if (anyMove) {
    // Any legal moves: the game ends however it goes.
    const isOver = () => page.getByRole("button", { name: "Resign" }).isDisabled();
    for (let ply = 0; ply < MAX_PLIES && !(await isOver()); ply += 1) {
      await play(page, method, game, await anyMove(page), ply);
    }
  } else throw new Error(`e2e/games/${game}.ts tells no game`);
  await expect(page.locator("dialog[open]")).toBeVisible();
  await expectAccessible(page);
}

for (const game of GAMES) {
  test(`a whole game of ${game} by mouse`, ({ page }) => wholeGame(page, "mouse", game));
  test(`a whole game of ${game} by keys`, ({ page }) => wholeGame(page, "keyboard", game));

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    test(`a whole game of ${game} by touch`, ({ page }) => wholeGame(page, "touch", game));
  });
}

test("a game against the computer survives a reload", async ({ page }) => {
  await page.goto("/play/samliam?level=1");
  await play(page, "mouse", "samliam", "c3se", 0);
  await expect(page.locator(".moves ol > li")).toHaveCount(2);
  const moves = await page.locator(".moves ol").innerText();
  await page.reload();
  await expect(page.locator(".moves ol > li")).toHaveCount(2);
  expect(await page.locator(".moves ol").innerText()).toBe(moves);
});

test("an illegal attempt is explained", async ({ page }) => {
  await page.goto("/play/siam?friend");
  await page.locator("#board [data-key='cell:c3']").click();
  await expect(page.locator("#board .refusal")).not.toBeEmpty();
  await expect(page.locator(".moves ol > li")).toHaveCount(0);
});

test("moves can be reviewed and taken back, and hints requested", async ({ page }) => {
  await page.goto("/play/siam?friend");
  await play(page, "mouse", "siam", "@a3S", 0);
  await play(page, "mouse", "siam", "@c5W", 1);
  await page.getByRole("button", { name: "Previous move" }).click();
  await expect(page.locator("[aria-current='step']")).toHaveText(/@a3S/);
  await page.getByRole("button", { name: "Last move" }).click();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByText("Show the move")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".moves ol > li")).toHaveCount(1);
});

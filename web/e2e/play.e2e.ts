import { expect, test, type Page } from "@playwright/test";
import { play, type Hand } from "./hands";
import { expectOpenToAll, type Game } from "./support";

/** Whole games, short ones, and how they end. */
const WHOLE: Readonly<Record<Exclude<Game, "palam">, readonly [moves: string, winner: string]>> = {
  siam: ["@a3S @c5W a3N @d5S @c5S @b5S @e3W c4S a3W c4c3 @e3W b3W @e1N @e3W", "Rhinos"],
  samliam: ["a3sw f6sw a4se c6nw e1se a1nw c3se b1nw c5ne c1nw a5nw", "Black"],
  saigon: [
    "1-2x2 4-2x1 3-1x2 2-4x6 3-1x1 4-2x6 pl 2-4x5 1-3x3 pl 3-2x1 pl 3-1x1 pr 2-4x1 2-1x1 pl 1-4x1 3-2x1 3-2x1 " +
      "1-2x1 pl 1-4x4 1-4x1 2-1x1 4-2x3 4-2x1 pr 3-1x1 3-1x1 pl",
    "Light",
  ],
};
const DUELS = 36;

async function wholeGame(page: Page, hand: Hand, game: Game): Promise<void> {
  await page.goto(`/play/${game}?friend&deal=7`);
  await expect(page.locator("#board")).toBeVisible();
  if (game === "palam") {
    // Whatever may be played: a game of Palam ends after twelve duels, however it goes.
    const isOver = () => page.getByRole("button", { name: "Resign" }).isDisabled();
    for (let ply = 0; ply < DUELS && !(await isOver()); ply += 1) {
      await anything(page, hand);
    }
  } else {
    for (const [ply, move] of WHOLE[game][0].split(" ").entries()) await play(page, hand, game, move, ply);
    await expect(page.locator("dialog[open]")).toContainText(WHOLE[game][1]);
  }
  await expect(page.locator("dialog[open]")).toBeVisible();
  await expectOpenToAll(page);
}

/** Some legal move of Palam: a stone that may advance, and the row of the duels. */
async function anything(page: Page, hand: Hand): Promise<void> {
  const legal = await page
    .locator("#board [data-key^='cell:'].ready")
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-key")?.slice(5) ?? ""));
  expect(legal.length).toBeGreaterThan(0);
  for (const cell of legal) {
    await page.locator(`#board [data-key="cell:${cell}"]`).click();
    if (await page.locator("#board [data-key='duel'].ready").count()) {
      await page.keyboard.press("Escape");
      return play(page, hand, "palam", cell, 0);
    }
    await page.keyboard.press("Escape");
  }
}

for (const game of ["siam", "samliam", "saigon", "palam"] as const) {
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

test("an attempt that is not possible is explained", async ({ page }) => {
  await page.goto("/play/siam?friend");
  await page.locator("#board [data-key='cell:c3']").click();
  await expect(page.locator("#board .refusal")).not.toBeEmpty();
  await expect(page.locator(".moves ol > li")).toHaveCount(0);
});

test("one may look back, take back and ask for advice", async ({ page }) => {
  await page.goto("/play/siam?friend");
  await play(page, "mouse", "siam", "@a3S", 0);
  await play(page, "mouse", "siam", "@c5W", 1);
  await page
    .locator("h1")
    .first()
    .click({ force: true })
    .catch(() => undefined);
  await page.getByRole("button", { name: "Previous move" }).click();
  await expect(page.locator("[aria-current='step']")).toHaveText(/@a3S/);
  await page.getByRole("button", { name: "Last move" }).click();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByText("Show the move")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".moves ol > li")).toHaveCount(1);
});

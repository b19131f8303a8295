import { expect, test } from "@playwright/test";
import { play, playedMoves } from "./moves";
import { GAMES } from "./support";
import { testWholeGames } from "./wholeGame";

testWholeGames(GAMES);

test("a game against the computer survives a reload", async ({ page }) => {
  await page.goto("/play/samliam?level=1");
  await play(page, "mouse", "samliam", "c3se", 0);
  await expect(page.locator(".moves ol > li")).toHaveCount(2);
  const moves = await playedMoves(page);
  await page.reload();
  await expect(page.locator(".moves ol > li")).toHaveCount(2);
  expect(await playedMoves(page)).toEqual(moves);
});

test("an illegal attempt is explained", async ({ page }) => {
  await page.goto("/play/siam?friend");
  // A board without its legal moves takes no click.
  await expect(page.locator("#board [data-key='cell:a1']")).toHaveClass(/\bready\b/);
  await page.locator("#board [data-key='cell:c3']").click();
  await expect(page.locator("#board .refusal")).not.toBeEmpty();
  await expect(page.locator(".moves ol > li")).toHaveCount(0);
});

test("moves can be reviewed and taken back, and hints requested", async ({ page }) => {
  await page.goto("/play/siam?friend");
  await play(page, "mouse", "siam", "@a3S", 0);
  await play(page, "mouse", "siam", "@c5W", 1);
  await page.getByRole("button", { name: "Previous move" }).click();
  await expect(page.locator("[aria-current='step']")).toHaveAttribute("data-move", "@a3S");
  await page.getByRole("button", { name: "Last move" }).click();
  await page.getByRole("button", { name: "Hint" }).click();
  const showMove = page.getByRole("button", { name: "Show move" });
  await expect(showMove).toBeVisible({ timeout: 60_000 });
  await showMove.click();
  await expect(page.locator("#board .message")).not.toBeEmpty();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".moves ol > li")).toHaveCount(1);
});

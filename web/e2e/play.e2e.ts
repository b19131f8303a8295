import { expect, test, type Page } from "@playwright/test";
import { play, playedMoves } from "./moves";
import { GAMES } from "./support";
import { testWholeGames } from "./wholeGame";

// `follow.e2e.ts` plays whole games by keys and by touch.
testWholeGames(GAMES, ["mouse"]);

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("#board [data-key]").first()).toBeVisible();
}

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

test("resigning asks, playing again keeps the side, and Play starts a new game afterwards", async ({
  page,
}) => {
  await open(page, "/play/siam?level=1&side=p2");
  const near = page.locator(".near-area");
  await expect(near).toContainText("Rhinos");
  // The computer begins.
  const moves = page.locator(".moves ol > li");
  await expect(moves).toHaveCount(1);
  const resign = page.getByRole("button", { name: "Resign", exact: true });
  await resign.click();
  await page.getByRole("button", { name: "Keep playing" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await resign.click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  const result = page.getByRole("dialog", { name: "You lost" });
  await expect(result).toContainText("You resigned.");
  await result.getByRole("button", { name: "Play again" }).click();
  await expect(result).toHaveCount(0);
  await expect(near).toContainText("Rhinos");
  // The second game is left resigned too: the home page leads to a third one.
  await expect(moves).toHaveCount(1);
  await resign.click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await expect(result).toBeVisible();
  await page.goto("/");
  await page.getByRole("link", { name: /^Play Siam/ }).click();
  await expect(page.locator("#board")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(resign).toBeVisible();
});

test("a small screen names what is an icon on a large one", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/play/samliam?friend");
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.click();
  await page.getByRole("button", { name: "Threats" }).click();
  await more.click();
  await expect(page.getByRole("button", { name: "Threats" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Type a move" }).click();
  const field = page.getByRole("textbox", { name: "Move" });
  await field.fill("c3se");
  await field.press("Enter");
  await expect.poll(() => playedMoves(page)).toEqual(["c3se"]);
});

test("a saved game survives rules that cannot be loaded", async ({ page }) => {
  await page.goto("/play/siam?friend");
  await play(page, "mouse", "siam", "@c1N", 0);
  const saved = () => page.evaluate(() => localStorage.getItem("mekong.game.siam.friend"));
  await expect.poll(saved).toContain("@c1N");
  await page.route("**/*.wasm", (route) => route.abort());
  await page.reload();
  const message = page.getByRole("status").filter({ hasText: "Part of the page could not be loaded." });
  await expect(message).toBeVisible();
  expect(await saved()).toContain("@c1N");
  await page.unroute("**/*.wasm");
  await message.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => playedMoves(page)).toEqual(["@c1N"]);
});

test("a script that cannot be loaded is reported", async ({ page }) => {
  await page.goto("/");
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.getByRole("link", { name: "Analyse" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Part of the page" })).toBeVisible();
});

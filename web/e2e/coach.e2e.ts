import { expect, test, type Page } from "@playwright/test";
import { clickMove, place, playedMoves } from "./moves";
import { expectAccessible, expectFits, closeContexts } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

/** Sam Liam, White to move: f7ne lets Black win. */
const MOVES = "b6nw a3nw d6ne c3ne e4sw f1se e3nw".split(" ");
const BLUNDER = "f7ne";

/** A saved game before the blunder, against the computer or a friend, with the coach on. */
async function open(page: Page, opponent: "computer" | "friend"): Promise<void> {
  await page.addInitScript(
    ([opponent, moves]) => {
      if (sessionStorage.getItem("saved") !== null) return;
      sessionStorage.setItem("saved", "yes");
      const level = opponent === "computer" ? { level: 1 } : {};
      const setup = { game: "samliam", variant: [], seed: 1, side: "p2", ...level };
      localStorage.setItem(
        `mekong.game.samliam.${opponent}`,
        JSON.stringify({ setup, moves, isOver: false }),
      );
      localStorage.setItem("mekong.settings", JSON.stringify({ coach: true }));
    },
    [opponent, MOVES] as const,
  );
  await page.goto(`/play/samliam${opponent === "friend" ? "?friend" : ""}`);
}

const question = (page: Page) => page.getByRole("alertdialog", { name: "Take this move back?" });

test("the coach asks once before a blunder and the move can be taken back", async ({ page }) => {
  await open(page, "computer");
  await expect(place(page, "cell:f7")).toHaveClass(/\bready\b/);
  const before = await page.locator("#board .picture").boundingBox();
  await clickMove(page, "samliam", BLUNDER, true);
  await expect(question(page)).toBeVisible();
  // It says why, draws the reply, and nothing moves.
  await expect(page.locator("#board .message")).toContainText(/reply|chances/);
  await expect(page.locator("#board .marks .reply-slot").first()).toBeVisible();
  expect(await page.locator("#board .picture").boundingBox()).toEqual(before);
  await expectAccessible(page);
  // The computer waits for the answer.
  expect(await playedMoves(page)).toEqual([...MOVES, BLUNDER]);
  await question(page).getByRole("button", { name: "Take back" }).click();
  await expect(question(page)).toHaveCount(0);
  await expect.poll(() => playedMoves(page)).toEqual(MOVES);
  // The same move again: the player has decided.
  await clickMove(page, "samliam", BLUNDER, true);
  await expect.poll(async () => (await playedMoves(page)).length).toBeGreaterThan(MOVES.length + 1);
  await expect(question(page)).toHaveCount(0);
});

test("the player may overrule the coach, by keyboard", async ({ page }) => {
  await open(page, "computer");
  await clickMove(page, "samliam", BLUNDER, true);
  await expect(question(page).getByRole("button", { name: "Take back" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await playedMoves(page)).length).toBeGreaterThan(MOVES.length + 1);
  expect((await playedMoves(page))[MOVES.length]).toBe(BLUNDER);
});

test("games between people have no coach", async ({ page }) => {
  await open(page, "friend");
  await clickMove(page, "samliam", BLUNDER);
  // The next player can move: nobody has asked.
  await expect.poll(() => playedMoves(page)).toEqual([...MOVES, BLUNDER]);
  await expect(place(page, "cell:a1")).toHaveClass(/\bready\b/);
  await expect(question(page)).toHaveCount(0);
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Coach" })).toHaveCount(0);
});

test("the coach is switched on in the menu and for a new game, and stays on", async ({ page }) => {
  await page.goto("/play/samliam?level=1");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Coach", pressed: false }).click();
  await page.reload();
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("button", { name: "Coach", pressed: true })).toBeVisible();
  await page.getByRole("button", { name: "New game" }).click();
  const coach = page.getByRole("switch", { name: /^Coach/ });
  await expect(coach).toBeChecked();
  await expectAccessible(page);
  await coach.uncheck();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("button", { name: "Coach", pressed: false })).toBeVisible();
});

test("the coach speaks French on a small phone", async ({ browser }) => {
  const context = await browser.newContext({
    ...{ viewport: { width: 320, height: 640 }, locale: "fr-FR", hasTouch: true },
  });
  const page = await context.newPage();
  await open(page, "computer");
  await place(page, "cell:f7").tap();
  await place(page, "corner:ne").tap();
  const asked = page.getByRole("alertdialog", { name: /^Reprendre ce coup/ });
  await expect(asked.getByRole("button", { name: "Jouer quand même" })).toBeVisible();
  await expect(page.locator("#board .message")).toContainText(/réponse|chances/);
  await expectFits(page);
  await expectAccessible(page);
  await asked.getByRole("button", { name: "Reprendre" }).tap();
  await expect.poll(() => playedMoves(page)).toEqual(MOVES);
  await context.close();
});

test("wins are marked on the levels of the home page, and the next level is suggested", async ({ page }) => {
  await page.addInitScript(() => {
    const setup = { game: "samliam", variant: [], seed: 1, level: 2, side: "p1" };
    const moves = "b6nw a3nw d6ne c3ne e4sw f1se e3nw f7ne d4se b4se".split(" ");
    if (localStorage.getItem("mekong.won.samliam") === null)
      localStorage.setItem("mekong.game.samliam.computer", JSON.stringify({ setup, moves, isOver: false }));
  });
  await page.goto("/");
  const levels = page.getByRole("list", { name: "Levels of Sam Liam" });
  await expect(page.getByRole("link", { name: "Play Sam Liam" })).toBeVisible();
  await expect(levels.getByRole("link")).toHaveCount(10);
  await expect(levels.getByRole("link", { name: /beaten/ })).toHaveCount(0);
  await page.goto("/play/samliam?level=2");
  await clickMove(page, "samliam", "d3ne");
  await expect(page.getByRole("dialog", { name: "You won" })).toBeVisible();
  await page.goto("/");
  await expect(levels.getByRole("link")).toHaveCount(10);
  await expect(levels.getByRole("link", { name: /beaten/ })).toHaveCount(1);
  await expect(levels.getByRole("link", { name: "Level 2, beaten" })).toBeVisible();
  await expect(page.getByText("1 of 10 levels beaten. Next: level 3.")).toBeVisible();
  // The button plays the level that is named.
  await expect(page.locator("[data-game='samliam'] .button.primary")).toContainText("Level 3");
  await levels.getByRole("link", { name: "Level 3" }).click();
  await expect(page).toHaveURL(/\/play\/samliam\?level=3$/);
});

import { expect, test, type Page } from "@playwright/test";
import { saveOnDevice } from "./device";
import { movesOf, play, type InputMethod } from "./moves";
import { expectAccessible } from "./support";

/** More plies than any game of these tests has. */
const MAX_PLIES = 36;

async function wholeGame(page: Page, method: InputMethod, game: string): Promise<void> {
  await saveOnDevice(page, { settings: { pace: "fast" } });
  await page.goto(`/play/${game}?friend&deal=7`);
  await expect(page.locator("#board")).toBeVisible();
  const { whole, anyMove } = movesOf(game);
  if (whole) {
    for (const [ply, move] of whole.moves.split(" ").entries()) await play(page, method, game, move, ply);
    await expect(page.getByRole("dialog")).toContainText(whole.winner);
  } else if (anyMove) {
    // Any legal moves: every game ends.
    const isOver = async () => (await page.getByRole("button", { name: "Result" }).count()) > 0;
    for (let ply = 0; ply < MAX_PLIES && !(await isOver()); ply += 1) {
      await play(page, method, game, await anyMove(page), ply);
    }
  } else throw new Error(`src/games/${game}/e2e.ts has neither moves nor anyMove`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
}

/** Declares tests that play a whole game of each by these methods. */
export function testWholeGames(games: readonly string[], methods: readonly InputMethod[]): void {
  for (const game of games) {
    for (const method of methods) {
      test.describe(`by ${method}`, () => {
        if (method === "touch")
          test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
        test(`a whole game of ${game}`, ({ page }) => wholeGame(page, method, game));
      });
    }
  }
}

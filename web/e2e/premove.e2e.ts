import { expect, test, type Browser, type Page } from "@playwright/test";
import { createGame } from "./challenges";
import { clickMove, pick, place, play, playedMoves } from "./moves";
import { expectAccessible, closeContexts } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

/** Moves planned during the opponent's turn of a live game. */
async function liveGame(browser: Browser): Promise<[Page, Page]> {
  const [ann, bob] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  const game = await createGame(ann, bob, { clock: { kind: "fischer", base: 300, increment: 3 } });
  for (const page of [ann, bob]) {
    await page.goto(`/game/${game}`);
    await expect(page.locator("#board")).toBeVisible();
  }
  await play(ann, "mouse", "siam", "@a3N", 0);
  await expect.poll(() => playedMoves(bob)).toEqual(["@a3N"]);
  return [ann, bob];
}

const message = (page: Page) => page.locator("#board .message");
const PLANNED = /^Your premove is set/;

/** Chooses the turn of the elephant on a3 to the east. */
async function planTurn(page: Page): Promise<void> {
  await pick(page, "cell:a3", "cell:a3", "facing:E");
  await expect(message(page)).toHaveText(PLANNED);
}

test("a premove is played when the opponent has moved", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser);
  await planTurn(ann);
  await expect(ann.locator("#board .now")).toHaveText(/to move$/);
  await expectAccessible(ann);
  // It is drawn on the board, and nobody else knows of it.
  await expect(ann.locator("#board .marks .slot").first()).toBeVisible();
  expect(await playedMoves(bob)).toEqual(["@a3N"]);
  await play(bob, "mouse", "siam", "@c5W", 1);
  for (const page of [ann, bob]) await expect.poll(() => playedMoves(page)).toEqual(["@a3N", "@c5W", "a3E"]);
  await expect(message(ann)).not.toHaveText(PLANNED);
});

test("a premove is played while its player looks at an earlier position", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser);
  await planTurn(ann);
  await ann.locator(".steps .previous").click();
  await expect(ann.locator("#board .now")).not.toHaveText(/to move$/);
  await play(bob, "mouse", "siam", "@c5W", 1);
  for (const page of [ann, bob]) await expect.poll(() => playedMoves(page)).toEqual(["@a3N", "@c5W", "a3E"]);
});

test("a premove can be cancelled and replaced", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser);
  await planTurn(ann);
  await ann.keyboard.press("Escape");
  await expect(message(ann)).not.toHaveText(PLANNED);
  await planTurn(ann);
  // A touch of the board cancels it too: this click begins another plan.
  await pick(ann, "cell:a3");
  await expect(message(ann)).not.toHaveText(PLANNED);
  await pick(ann, "cell:a3", "facing:S");
  await expect(message(ann)).toHaveText(PLANNED);
  await play(bob, "mouse", "siam", "@c5W", 1);
  await expect.poll(() => playedMoves(ann)).toEqual(["@a3N", "@c5W", "a3S"]);
});

test("a premove that the answer makes illegal is dropped, and the page says so", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser);
  await pick(ann, "cell:a3", "cell:a4", "facing:N");
  await expect(message(ann)).toHaveText(PLANNED);
  // The rhino faces the elephant: it holds it back.
  await play(bob, "mouse", "siam", "@a4S", 1);
  // What happened is said first: it is why the premove is gone.
  await expect(message(ann)).toHaveText(
    "A rhino enters on a4, facing south. Your premove was no longer legal.",
  );
  await expect(place(ann, "cell:a3")).toHaveClass(/\bready\b/);
  expect(await playedMoves(bob)).toEqual(["@a3N", "@a4S"]);
});

test("a premove shows the player's own piece as it will be", async ({ browser }) => {
  const [ann, bob] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  const clock = { kind: "fischer", base: 300, increment: 3 } as const;
  const picture = bob.locator("#board .picture");
  // As the second player, while the first one thinks: a rhino that faces the middle of the turned board.
  await bob.goto(`/game/${await createGame(ann, bob, { game: "siam", clock })}`);
  await pick(bob, "reserve:p2", "cell:a5");
  await expect(picture.locator(".way")).toHaveCount(4);
  await expect(picture.locator(".animal.p2")).toHaveCount(1);
  await expect(picture.locator(".animal.p1")).toHaveCount(0);
  await pick(bob, "facing:S");
  await expect(message(bob)).toHaveText(PLANNED);
  await expect(picture.locator(".ghostly .animal.p2")).toHaveAttribute("style", /--turn: ?0deg/);
  await expect(picture.locator(".animal.p1")).toHaveCount(0);

  // A light triangle in the half that was clicked, from the player's own tray.
  const game = await createGame(ann, bob, { game: "samliam", clock });
  await bob.goto(`/game/${game}`);
  await expect(bob.locator("#board .tray.near .place").first()).toBeVisible();
  await expect(bob.locator("#board .tray.far .place")).toHaveCount(0);
  await clickMove(bob, "samliam", "c4sw", true);
  await expect(message(bob)).toHaveText(PLANNED);
  await bob.mouse.move(1, 1);
  const tile = picture.locator(".ghostly use");
  await expect(tile).toHaveAttribute("href", /^#sam-p2-/);
  const planned = (await tile.getAttribute("href")) ?? "";
  await ann.goto(`/game/${game}`);
  await clickMove(ann, "samliam", "d4ne");
  await expect.poll(() => playedMoves(bob)).toEqual(["d4ne", "c4sw"]);
  // What has been played looks like what was planned.
  await expect(picture.locator(`g:not(.ghostly) > use[href="${planned}"]`)).toHaveCount(1);
});

test("a game that ends forgets the premove", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser);
  await planTurn(ann);
  await bob.getByRole("button", { name: "Abort game" }).click();
  await bob.getByRole("button", { name: "Yes, abort" }).click();
  await expect(ann.getByRole("dialog", { name: "Game aborted" })).toBeVisible();
  await expect(message(ann)).not.toHaveText(PLANNED);
});

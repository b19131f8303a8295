import { expect, test, type Browser, type Page } from "@playwright/test";
import { expectFits, expectOpenToAll } from "./support";

async function person(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

const notice = (page: Page) => page.locator(".notice");
const lobbyLink = (page: Page) => page.locator('nav a[href="/lobby"]');

async function ask<T>(page: Page, address: string, data: object = {}): Promise<T> {
  const answer = await page.request.post(address, { data });
  expect(answer.ok()).toBe(true);
  return (await answer.json().catch(() => undefined)) as T;
}

const wish = (opponent: object) => ({ game: "saigon", side: "first", clock: { kind: "none" }, opponent });
const challenge = (page: Page, opponent: object) =>
  ask<{ challenge: { id: string } }>(page, "/api/challenge", wish(opponent));
const accept = (page: Page, id: string) =>
  ask<{ game: string }>(page, `/api/challenge/${id}/accept`).then(({ game }) => game);
const move = (page: Page, game: string, text: string, ply: number) =>
  ask(page, `/api/game/${game}/move`, { move: text, ply });

test("a turn elsewhere is told once, counted, and leads there", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  const made = await challenge(ann, { kind: "link" });
  const game = await accept(bob, made.challenge.id);
  // Only one line for all pages.
  let lines = 0;
  bob.on("websocket", (socket) => (lines += Number(socket.url().endsWith("/api/socket"))));
  await bob.goto("/learn");
  await expect(bob.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => lines).toBe(1);
  await expect(notice(bob)).toBeEmpty();
  await move(ann, game, "pl", 1);
  await expect(notice(bob)).toContainText("Your turn: Saigon against Guest.");
  await expect(lobbyLink(bob)).toHaveAccessibleName("Lobby (1 notification)");
  await expectOpenToAll(bob);
  await notice(bob).getByRole("link", { name: "View" }).click();
  await expect(bob).toHaveURL(new RegExp(`/game/${game}$`));
  await expect(bob.locator("#board")).toBeVisible();
  await expect(notice(bob)).toBeEmpty();
  await expect(lobbyLink(bob)).toHaveAccessibleName("Lobby");
  await bob.setViewportSize({ width: 360, height: 740 });
  await bob.locator('a[href="/"]').first().click();
  await expect(bob.getByRole("button", { name: "Menu" })).toHaveAccessibleName(/1 notification/);
  await expectFits(bob);
  await bob.setViewportSize({ width: 1280, height: 900 });
  // What one has seen is not told again on the next page, but still counted.
  await bob.locator('nav a[href="/learn"]').click();
  await expect(lobbyLink(bob)).toHaveAccessibleName(/1 notification/);
  await expect(notice(bob)).toBeEmpty();
  await lobbyLink(bob).click();
  await expect(bob.getByRole("link", { name: "Your turn" })).toBeVisible();
  await expect(notice(bob)).toBeEmpty();
  expect(lines).toBe(1);
});

test("whoever reads something else is told that their game has begun", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  await ann.goto("/");
  const made = await challenge(ann, { kind: "open" });
  await ann.goto("/learn/siam");
  await expect(ann.getByRole("heading", { level: 1 })).toBeVisible();
  const game = await accept(bob, made.challenge.id);
  await expect(notice(ann)).toContainText("Saigon");
  await notice(ann).getByRole("button", { name: "Close" }).click();
  await expect(notice(ann)).toBeEmpty();
  await expect(lobbyLink(ann)).toHaveAccessibleName(/1 notification/);
  // The other way round: the challenger does not begin.
  const other = await ask<{ challenge: { id: string } }>(bob, "/api/challenge", {
    ...wish({ kind: "open" }),
    side: "second",
  });
  // What needs the server comes after the page itself.
  const line = bob.waitForEvent("websocket");
  await bob.goto("/settings");
  await (await line).waitForEvent("framereceived");
  const second = await accept(ann, other.challenge.id);
  await expect(notice(bob)).toContainText("Your game of Saigon against Guest has started.");
  await notice(bob).getByRole("link", { name: "View" }).click();
  await expect(bob).toHaveURL(new RegExp(`/game/${second}$`));
  expect(second).not.toBe(game);
});

test("a challenge for somebody is told, and gone when it is taken back", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  const name = `bob${Date.now() % 1_000_000_000}`;
  await ask(bob, "/api/account", { name, password: "a long password for bob" });
  await bob.goto("/");
  await expect(bob.getByRole("link", { name })).toBeVisible();
  const made = await challenge(ann, { kind: "user", name });
  await expect(notice(bob)).toContainText("Guest challenges you to a game of Saigon.");
  await ann.request.delete(`/api/challenge/${made.challenge.id}`);
  await expect(notice(bob)).toBeEmpty();
  await expect(lobbyLink(bob)).toHaveAccessibleName("Lobby");
});

test("strangers hold no line", async ({ page }) => {
  let lines = 0;
  page.on("websocket", () => (lines += 1));
  await page.goto("/learn");
  await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();
  await page.waitForTimeout(500);
  expect(lines).toBe(0);
});

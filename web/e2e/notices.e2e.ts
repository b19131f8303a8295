import { expect, test, type Browser, type Page } from "@playwright/test";
import { expectFits, expectAccessible } from "./support";

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

const request = (opponent: object) => ({ game: "saigon", side: "first", clock: { kind: "none" }, opponent });
const challenge = (page: Page, opponent: object) =>
  ask<{ challenge: { id: string } }>(page, "/api/challenge", request(opponent));
const accept = (page: Page, id: string) =>
  ask<{ game: string }>(page, `/api/challenge/${id}/accept`).then(({ game }) => game);
const move = (page: Page, game: string, text: string, ply: number) =>
  ask(page, `/api/game/${game}/move`, { move: text, ply });

/** Opens a page and waits for the first message of its connection. */
async function openConnected(page: Page, address: string): Promise<void> {
  const received = new Promise<void>((resolve) => {
    page.on("websocket", (socket) => socket.once("framereceived", () => resolve()));
  });
  await page.goto(address);
  await received;
}

test("a turn in another game is notified once, counted and linked", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  const made = await challenge(ann, { kind: "link" });
  const game = await accept(bob, made.challenge.id);
  // All pages share one connection.
  let connections = 0;
  bob.on("websocket", (socket) => (connections += Number(socket.url().endsWith("/api/socket"))));
  await openConnected(bob, "/learn");
  await expect(bob.getByRole("heading", { level: 1 })).toBeVisible();
  expect(connections).toBe(1);
  await expect(notice(bob)).toBeEmpty();
  await move(ann, game, "pl", 1);
  await expect(notice(bob)).toContainText("Your turn: Saigon against Guest.");
  await expect(lobbyLink(bob)).toHaveAccessibleName("Lobby (1 notification)");
  await expectAccessible(bob);
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
  // A notification that was seen is not shown again, but still counted.
  await bob.locator('nav a[href="/learn"]').click();
  await expect(lobbyLink(bob)).toHaveAccessibleName(/1 notification/);
  await expect(notice(bob)).toBeEmpty();
  await lobbyLink(bob).click();
  await expect(bob.getByRole("link", { name: "Your turn" })).toBeVisible();
  await expect(notice(bob)).toBeEmpty();
  expect(connections).toBe(1);
});

test("a player on another page is notified that their game has started", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  await ann.goto("/");
  const made = await challenge(ann, { kind: "open" });
  await openConnected(ann, "/learn/siam");
  const game = await accept(bob, made.challenge.id);
  // Ann moves first: once her turn is announced, nothing more will come.
  await expect(notice(ann)).toContainText("Your turn: Saigon against Guest.");
  await notice(ann).getByRole("button", { name: "Close" }).click();
  await expect(notice(ann)).toBeEmpty();
  await expect(lobbyLink(ann)).toHaveAccessibleName(/1 notification/);
  // The challenger plays second.
  const other = await ask<{ challenge: { id: string } }>(bob, "/api/challenge", {
    ...request({ kind: "open" }),
    side: "second",
  });
  await openConnected(bob, "/settings");
  const second = await accept(ann, other.challenge.id);
  await expect(notice(bob)).toContainText("Your game of Saigon against Guest has started.");
  await notice(bob).getByRole("link", { name: "View" }).click();
  await expect(bob).toHaveURL(new RegExp(`/game/${second}$`));
  expect(second).not.toBe(game);
});

test("a challenge is notified and removed when it is cancelled", async ({ browser }) => {
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

test("unknown visitors open no connection", async ({ page }) => {
  let connections = 0;
  page.on("websocket", () => (connections += 1));
  await page.clock.install();
  await page.goto("/learn");
  // The pages load what needs the server when the browser is idle, and open the connection once they know the visitor.
  await page.clock.runFor(5_000);
  await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();
  await page.clock.runFor(60_000);
  // One more round trip, so that earlier events of the browser have arrived.
  await page.evaluate(() => document.title);
  expect(connections).toBe(0);
});

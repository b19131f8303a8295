import { expect, test, type Browser, type Page } from "@playwright/test";
import type { OpponentBody } from "../src/net/schema";
import { acceptChallenge, createChallenge } from "./challenges";
import { expectFits, expectAccessible, closeContexts } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

async function newVisitor(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

const notification = (page: Page) => page.locator(".notifications");
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

async function post(page: Page, address: string, data: object): Promise<void> {
  const answer = await page.request.post(address, { data });
  expect(answer.ok()).toBe(true);
}

const challenge = async (page: Page, opponent: OpponentBody): Promise<string | undefined> =>
  (await createChallenge(page, { game: "saigon", opponent })).challenge?.id;
const move = (page: Page, game: string, text: string, ply: number) =>
  post(page, `/api/game/${game}/move`, { move: text, ply });

/** Opens a page and waits for the first message of its connection. */
async function openConnected(page: Page, address: string): Promise<void> {
  const received = new Promise<void>((resolve) => {
    page.on("websocket", (socket) => socket.once("framereceived", () => resolve()));
  });
  await page.goto(address);
  await received;
}

test("a turn in another game is notified once, counted and linked", async ({ browser }) => {
  const [ann, bob] = [await newVisitor(browser), await newVisitor(browser)];
  const made = await challenge(ann, { kind: "link" });
  const game = await acceptChallenge(bob, made);
  // All pages share one connection.
  let connections = 0;
  bob.on("websocket", (socket) => (connections += Number(socket.url().endsWith("/api/socket"))));
  await openConnected(bob, "/learn");
  await expect(bob.getByRole("heading", { level: 1 })).toBeVisible();
  expect(connections).toBe(1);
  await expect(notification(bob)).toBeEmpty();
  await move(ann, game, "pl", 1);
  await expect(notification(bob)).toContainText(/Your turn: Saigon against \w+ \w+\./);
  await expect(bell(bob)).toHaveAccessibleName("Notifications (1 waiting)");
  await expectAccessible(bob);
  await bell(bob).click();
  await expect(bob.getByRole("link", { name: /Your turn: Saigon against \w+ \w+\./ })).toBeVisible();
  await expectAccessible(bob);
  await bob.keyboard.press("Escape");
  await notification(bob).getByRole("link", { name: "View" }).click();
  await expect(bob).toHaveURL(new RegExp(`/game/${game}$`));
  await expect(bob.locator("#board")).toBeVisible();
  await expect(notification(bob)).toBeEmpty();
  await expect(bell(bob)).toHaveAccessibleName("Notifications");
  await bob.setViewportSize({ width: 360, height: 740 });
  await bob.locator('.tabs a[href="/"]').click();
  await expect(bell(bob)).toHaveAccessibleName(/1 waiting/);
  await expectFits(bob);
  await bob.setViewportSize({ width: 1280, height: 900 });
  // A notification that was seen is not shown again, but still counted.
  await bob.locator('header nav a[href="/learn"]').click();
  await expect(bell(bob)).toHaveAccessibleName(/1 waiting/);
  await expect(notification(bob)).toBeEmpty();
  await bell(bob).click();
  await bob.getByRole("link", { name: "Go to the lobby" }).click();
  await expect(bob.getByRole("link", { name: "Your turn" })).toBeVisible();
  await expect(notification(bob)).toBeEmpty();
  expect(connections).toBe(1);
});

test("a player on another page is notified that their game has started", async ({ browser }) => {
  const [ann, bob] = [await newVisitor(browser), await newVisitor(browser)];
  await ann.goto("/");
  const made = await challenge(ann, { kind: "open" });
  await openConnected(ann, "/learn/siam");
  const game = await acceptChallenge(bob, made);
  // Ann moves first: once her turn is announced, nothing more will come.
  await expect(notification(ann)).toContainText(/Your turn: Saigon against \w+ \w+\./);
  await notification(ann).getByRole("button", { name: "Close" }).click();
  await expect(notification(ann)).toBeEmpty();
  await expect(bell(ann)).toHaveAccessibleName(/1 waiting/);
  // The challenger plays second.
  const other = await createChallenge(bob, { game: "saigon", opponent: { kind: "open" }, side: "second" });
  await openConnected(bob, "/settings");
  const second = await acceptChallenge(ann, other.challenge?.id);
  await expect(notification(bob)).toContainText(/Your game of Saigon against \w+ \w+ has started\./);
  await notification(bob).getByRole("link", { name: "View" }).click();
  await expect(bob).toHaveURL(new RegExp(`/game/${second}$`));
  expect(second).not.toBe(game);
});

test("a challenge is notified and removed when it is cancelled", async ({ browser }) => {
  const [ann, bob] = [await newVisitor(browser), await newVisitor(browser)];
  const name = `bob${Date.now() % 1_000_000_000}`;
  await post(bob, "/api/account", { name, password: "a long password for bob" });
  await bob.goto("/");
  await bob.getByRole("button", { name: "Account and settings" }).click();
  await expect(bob.getByRole("link", { name })).toBeVisible();
  await expectAccessible(bob);
  const made = await challenge(ann, { kind: "user", name });
  await expect(notification(bob)).toContainText(/\w+ \w+ challenges you to a game of Saigon\./);
  await ann.request.delete(`/api/challenge/${made}`);
  await expect(notification(bob)).toBeEmpty();
  await expect(bell(bob)).toHaveAccessibleName("Notifications");
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

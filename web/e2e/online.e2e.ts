import { expect, test, type Browser, type Page, type WebSocketRoute } from "@playwright/test";
import type { ChallengeBody } from "../src/net/schema";
import { createChallenge, createGame } from "./challenges";
import { play } from "./moves";
import { expectFits, expectAccessible, closeContexts } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

/** A short game of Siam that the rhinos, who play second, win. */
const SIAM = "@a3S @c5W a3N @d5S @c5S @b5S @e3W c4S a3W c4c3 @e3W b3W @e1N @e3W".split(" ");

const moves = (page: Page) => page.locator(".moves ol > li");

/** A user with a browser context of their own. */
async function person(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

/** Two players with the game open; the first is to move. */
async function startGame(one: Page, two: Page, request: Partial<ChallengeBody> = {}): Promise<string> {
  const game = await createGame(one, two, request);
  for (const page of [one, two]) {
    await page.goto(`/game/${game}`);
    await expect(page.locator("#board")).toBeVisible();
  }
  return game;
}

/** Plays the first two moves, each on the board of its player. */
async function open(one: Page, two: Page): Promise<void> {
  for (const [ply, move] of SIAM.slice(0, 2).entries()) {
    const [mover, other] = ply === 0 ? [one, two] : [two, one];
    await play(mover, "mouse", "siam", move, ply);
    await expect(moves(other)).toHaveCount(ply + 1);
  }
}

/** A connection that the test can cut; messages pass through `change`. */
async function cuttableConnection(page: Page, change: (text: string) => string = (text) => text) {
  let isCut = false;
  const lines = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/socket/, (line) => {
    if (isCut) return void line.close();
    lines.add(line);
    const server = line.connectToServer();
    line.onMessage((message) => server.send(change(String(message))));
  });
  return {
    cut: async () => {
      isCut = true;
      for (const line of lines) await line.close();
      lines.clear();
    },
    mend: () => (isCut = false),
  };
}

test("two players play a whole game, lose the connection once each, and play a rematch", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const [ann, bob] = [await person(browser), await person(browser)];
  const connection = await cuttableConnection(ann);
  await startGame(ann, bob);
  for (const [ply, move] of SIAM.entries()) {
    const [mover, other] = ply % 2 === 0 ? [ann, bob] : [bob, ann];
    if (ply === 4) await bob.context().setOffline(true);
    if (ply === 8) await connection.cut();
    await play(mover, "mouse", "siam", move, ply);
    if (ply === 4) {
      await expect(bob.getByText("You are offline. The page will reconnect by itself.")).toBeVisible();
      await expect(moves(bob)).toHaveCount(4);
      await bob.context().setOffline(false);
    }
    if (ply === 8) {
      // Her move is on her board but not sent yet.
      await expect(ann.getByText("Your move will be sent when the connection is back.")).toBeVisible();
      await expect(moves(bob)).toHaveCount(8);
      await ann.reload();
      await expect(ann.getByText("Loading…")).toBeVisible();
      connection.mend();
      await expect(moves(ann)).toHaveCount(8);
      await play(ann, "mouse", "siam", move, ply);
    }
    await expect(moves(other)).toHaveCount(ply + 1);
  }
  await expect(ann.getByRole("dialog", { name: "You lost" })).toBeVisible();
  await expect(bob.getByRole("dialog", { name: "You won" })).toBeVisible();
  await expectAccessible(bob);
  await bob.setViewportSize({ width: 360, height: 740 });
  await expectFits(bob);
  const before = ann.url();
  await ann.getByRole("button", { name: "Rematch" }).click();
  await bob.getByRole("button", { name: "Accept" }).click();
  for (const page of [ann, bob]) {
    await expect(page).not.toHaveURL(before);
    await expect(page.locator("#board")).toBeVisible();
    await expect(moves(page)).toHaveCount(0);
  }
  // The sides are swapped.
  await expect(bob.getByText(/^Your turn/)).toBeVisible();
});

test("a move made while disconnected is sent after the reconnection", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  const connection = await cuttableConnection(ann);
  await startGame(ann, bob);
  await connection.cut();
  await expect(ann.getByText("Connection lost, reconnecting…")).toBeVisible();
  await play(ann, "mouse", "siam", "@a3S", 0);
  connection.mend();
  // The page may reconnect by itself before the click.
  const again = ann.getByRole("button", { name: "Try again" });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(moves(bob)).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await expect(ann.getByText("Your move will be sent")).toHaveCount(0);
  await expect(moves(ann)).toHaveCount(1);
});

test("a move refused by the server is taken back with its reason", async ({ browser }) => {
  const [ann, bob] = [await person(browser, { locale: "fr-FR" }), await person(browser)];
  await cuttableConnection(ann, (text) => text.replace('"move":"@a3S"', '"move":"c3N"'));
  await startGame(ann, bob);
  await ann.locator('#board [data-key="reserve:p1"]').click();
  await ann.locator('#board [data-key="cell:a3"]').click();
  await ann.locator('#board [data-key="facing:S"]').click();
  const errorText = ann.locator("main .error");
  await expect(errorText).not.toBeEmpty();
  await expect(errorText).toContainText(/[a-zéà]+ .*\.$/);
  await expect(moves(ann)).toHaveCount(0);
  await expect(moves(bob)).toHaveCount(0);
});

test("a friend joins by link without an account, and both see each other online", async ({ browser }) => {
  const ann = await person(browser);
  await ann.goto("/lobby?game=saigon&link");
  await ann.getByLabel("No clock").check();
  await ann.getByRole("button", { name: "Create", exact: true }).click();
  await expect(ann).toHaveURL(/\/challenge\//);
  const link = await ann.getByLabel("Link").inputValue();
  await expect(ann.getByRole("img", { name: "QR code" })).toBeVisible();
  await expectAccessible(ann);

  const phone = { viewport: { width: 360, height: 740 }, locale: "fr-FR", colorScheme: "dark" } as const;
  const bob = await person(browser, phone);
  await bob.goto(new URL(link).pathname);
  await expect(bob.getByText("vous invite à une partie de Saigon")).toBeVisible();
  await expectFits(bob);
  await expectAccessible(bob);
  await bob.getByRole("button", { name: "Accepter et jouer" }).click();
  for (const page of [ann, bob]) {
    await expect(page).toHaveURL(/\/game\//);
    await expect(page.locator("#board")).toBeVisible();
  }
  await expectFits(bob);
  await expectAccessible(bob);
  await bob.close();
  await expect(ann.getByText("offline", { exact: true })).toHaveCount(1);
});

test("a named player is challenged, declines and accepts", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  const name = `Bob${Date.now() % 1_000_000}`;
  await bob.request.post("/api/account", { data: { name, password: "rhinoceros" } });
  await bob.goto("/lobby");
  for (const answer of ["Decline", "Accept"]) {
    await ann.goto(`/lobby?game=siam&player=${name}`);
    await ann.getByRole("button", { name: "Create", exact: true }).click();
    await expect(ann.getByText(`Waiting for ${name}`)).toBeVisible();
    const theirs = bob.locator("section", { hasText: "Your challenges" });
    await theirs.getByRole("button", { name: answer }).click();
    if (answer === "Decline") await expect(ann.getByText("Challenge declined.")).toBeVisible();
  }
  for (const page of [ann, bob]) await expect(page).toHaveURL(/\/game\//);
});

test("two players looking for the same game are paired", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  await ann.goto("/lobby?game=samliam");
  await ann.locator(".time-controls").getByText("Correspondence").click();
  await ann.getByRole("button", { name: "Find an opponent" }).click();
  await expect(ann.getByText("Waiting for an opponent")).toBeVisible();
  await bob.goto("/lobby?game=samliam");
  await expect(
    bob.locator("section", { hasText: "Open challenges" }).getByText("Sam Liam").first(),
  ).toBeVisible();
  await expectAccessible(bob);
  await bob.locator(".time-controls").getByText("Correspondence").click();
  await bob.getByRole("button", { name: "Find an opponent" }).click();
  for (const page of [ann, bob]) await expect(page).toHaveURL(/\/game\//);
});

test("an account from sign-up to deletion", async ({ browser }) => {
  const page = await person(browser);
  const name = `Ann${Date.now() % 1_000_000}`;
  // A game as a guest, which the account keeps.
  const { game } = await createChallenge(page, { opponent: { kind: "computer", level: 1 } });
  await page.request.post(`/api/game/${game}/resign`, { data: {} });
  await page.goto("/signup");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill("elephants");
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(page.getByText(`Logged in as ${name}.`)).toBeVisible();
  await page.goto(`/@/${name}`);
  await expect(page.locator(`a[href="/game/${game}"]`)).toBeVisible();
  await expectAccessible(page);

  await page.goto("/account");
  await page.getByLabel("Token description").fill("My program");
  await page.getByRole("button", { name: "Create a token" }).click();
  const secret = await page.locator("code", { hasText: "mekong_" }).innerText();
  const asProgram = { headers: { authorization: `Bearer ${secret}` } };
  // The stream does not end: its headers are the answer.
  const reading = new AbortController();
  const stream = await fetch(new URL("/api/stream/event", page.url()), {
    ...asProgram,
    signal: reading.signal,
  });
  reading.abort();
  expect(stream.status).toBe(200);
  await page.getByRole("button", { name: "Revoke My program" }).click();
  await expect(page.getByText("No tokens.")).toBeVisible();
  expect((await page.request.get("/api/account", asProgram)).status()).toBe(401);

  await page.getByLabel("Current password").fill("elephants");
  await page.getByLabel("New password").fill("rhinoceroses");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await page.getByRole("spinbutton", { name: "Days" }).fill("2");
  await page.getByRole("button", { name: "Start holiday" }).click();
  await expect(page.getByText("You are on holiday until")).toBeVisible();
  await page.getByRole("button", { name: "End holiday" }).click();
  await expect(page.getByText("days left this year")).toBeVisible();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();

  await page.goto("/login?next=/account");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill("elephants");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toContainText(/\w/);
  await page.getByLabel("Password", { exact: true }).fill("rhinoceroses");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText(`Logged in as ${name}.`)).toBeVisible();
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill("rhinoceroses");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();
  expect((await page.request.get(`/api/player/${name}`)).status()).toBe(404);
});

test("spectators see the moves and chat with each other", async ({ browser }) => {
  const [ann, bob, eve] = [await person(browser), await person(browser), await person(browser)];
  const game = await startGame(ann, bob);
  await eve.goto(`/game/${game}`);
  await expect(eve.getByText("You are watching this game.")).toBeVisible();
  await expect(ann.getByText("1 spectator")).toBeVisible();
  await play(ann, "mouse", "siam", "@a3S", 0);
  await expect(moves(eve)).toHaveCount(1);
  const say = async (page: Page, text: string) => {
    await page.getByLabel("Your message").fill(text);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("log")).toContainText(text);
  };
  await say(ann, "good luck");
  await say(eve, "elephants win");
  await expect(bob.getByRole("log")).toContainText("good luck");
  await expect(bob.getByRole("log")).not.toContainText("elephants win");
  await expect(eve.getByRole("log")).not.toContainText("good luck");
  await expectAccessible(bob);

  await bob.getByRole("button", { name: /^Report the message from \w+ \w+$/ }).click();
  await bob.getByLabel("What is wrong with this message?").fill("Too friendly");
  await bob.getByRole("button", { name: "Send the report" }).click();
  await expect(bob.getByText("Thank you.")).toBeVisible();
  await bob.getByRole("button", { name: /^Mute \w+ \w+$/ }).click();
  await expect(bob.getByRole("log")).not.toContainText("good luck");
});

test("two tabs of one player show the same game", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  const game = await startGame(ann, bob);
  const tab = await ann.context().newPage();
  await tab.goto(`/game/${game}`);
  await expect(tab.locator("#board")).toBeVisible();
  await play(tab, "mouse", "siam", "@a3S", 0);
  await expect(moves(ann)).toHaveCount(1);
  await ann.reload();
  await expect(moves(ann)).toHaveCount(1);
});

test("offers are made, declined and accepted", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  await startGame(ann, bob);
  await open(ann, bob);
  await bob.getByRole("button", { name: "Take back" }).click();
  await ann.getByRole("button", { name: "Decline" }).click();
  await expect(bob.getByText("Offer declined.")).toBeVisible();
  await ann.getByRole("button", { name: "Take back" }).click();
  await expectAccessible(bob);
  await bob.getByRole("button", { name: "Accept" }).click();
  for (const page of [ann, bob]) await expect(moves(page)).toHaveCount(0);
  await open(ann, bob);
  await ann.getByRole("button", { name: "Draw" }).click();
  await bob.getByRole("button", { name: "Accept" }).click();
  for (const page of [ann, bob]) {
    await expect(page.getByRole("dialog", { name: "Draw" })).toContainText("mutual agreement");
  }
});

test("resigning asks first", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  await startGame(ann, bob);
  await open(ann, bob);
  await ann.getByRole("button", { name: "Resign" }).click();
  await expectAccessible(ann);
  await ann.getByRole("button", { name: "Keep playing" }).click();
  await ann.getByRole("button", { name: "Resign" }).click();
  await ann.getByRole("button", { name: "Yes, resign" }).click();
  await expect(bob.getByRole("dialog", { name: "You won" })).toContainText("resigned");
});

test("both players see the rating changes of a rated game", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  const names: string[] = [];
  for (const page of [ann, bob]) {
    const name = `R${Math.random().toString(36).slice(2, 10)}`;
    names.push(name);
    await page.request.post("/api/account", { data: { name, password: "rhinoceros" } });
  }
  await startGame(ann, bob, { clock: { kind: "fischer", base: 300, increment: 2 }, rated: true });
  await open(ann, bob);
  await ann.getByRole("button", { name: "Resign" }).click();
  await ann.getByRole("button", { name: "Yes, resign" }).click();
  for (const page of [ann, bob]) {
    const dialog = page.getByRole("dialog", { name: page === ann ? "You lost" : "You won" });
    await expect(dialog.getByText(`${names[0]}: 1500 → 1338 (-162)`)).toBeVisible();
    await expect(dialog.getByText(`${names[1]}: 1500 → 1662 (+162)`)).toBeVisible();
  }
  await expectAccessible(bob);
});

test("clocks run by the server’s time, show tenths at the end and end the game", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  // A device whose clock is off by an hour.
  await ann.clock.install({ time: Date.now() + 3_600_000 });
  const game = await startGame(ann, bob, { clock: { kind: "fischer", base: 12, increment: 0 } });
  const timers = ann.getByRole("timer");
  await expect(timers.first()).toHaveText("0:12");
  for (const [page, ply, move] of [
    [ann, 1, "@a3S"],
    [bob, 2, "@c5W"],
  ] as const) {
    const answer = await page.request.post(`/api/game/${game}/move`, { data: { ply, move } });
    expect(answer.status()).toBe(200);
  }
  await expect(ann.getByText(/^Your turn/)).toBeVisible();
  await expect(timers.last()).toHaveText(/^0:0\d\.\d$/);
  await expect(timers.first()).toHaveText("0:12");
  await expect(ann.getByRole("dialog", { name: "You lost" })).toContainText("ran out of time");
  await expect(timers.last()).toHaveText("0:00.0");
});

test("conditional moves are entered on the board", async ({ browser }) => {
  const [ann, bob] = [await person(browser), await person(browser)];
  await startGame(ann, bob, { clock: { kind: "days", days: 2 } });
  await play(ann, "mouse", "siam", "@a3S", 0);
  await ann.getByText("Conditional moves", { exact: true }).click();
  await ann.getByRole("button", { name: "Add a line" }).click();
  const pick = async (keys: readonly string[]) => {
    for (const key of keys) await ann.locator(`#board [data-key="${key}"]`).click();
  };
  await pick(["reserve:p2", "cell:c5", "facing:W"]);
  // A message that does not change the moves leaves the line as it is.
  const plans: string[] = [];
  ann.on("request", (request) => void (request.url().endsWith("/plan") && plans.push(request.url())));
  await bob.goto("about:blank");
  await expect(ann.getByText("offline", { exact: true })).toBeVisible();
  await bob.goBack();
  await expect(ann.getByText("offline", { exact: true })).toBeHidden();
  await pick(["cell:a3", "cell:a3", "facing:N"]);
  expect(plans).toEqual([]);
  await expectAccessible(ann);
  await ann.getByRole("button", { name: "Save the line" }).click();
  const line = ann.getByRole("listitem").filter({ hasText: "A rhino enters on c5, facing west" });
  await expect(line).toContainText("The elephant on a3 turns north");
  await expect(moves(bob)).toHaveCount(1);
  await play(bob, "mouse", "siam", "@c5W", 1);
  for (const page of [ann, bob]) await expect(moves(page)).toHaveCount(3);
});

test("a deal can be verified after the game", async ({ browser }) => {
  const page = await person(browser);
  const { game } = await createChallenge(page, { game: "palam", opponent: { kind: "computer", level: 1 } });
  await page.goto(`/game/${game}`);
  await page.getByText("Deal", { exact: true }).click();
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expect(page.getByText("Deal number", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: /^(Abort game|Resign)$/ }).click();
  await page.getByRole("button", { name: "Yes, abort" }).click();
  const dialog = page.getByRole("dialog", { name: "Game aborted" });
  await expect(dialog.getByRole("button", { name: "Same deal" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Verify the deal" }).click();
  await expect(
    page.getByText("Verified: the deal number and the salt give this hash, and the number gives this deal."),
  ).toBeVisible();
});

for (const [size, viewport] of Object.entries({
  phone: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
})) {
  for (const [colorScheme, locale] of [
    ["light", "fr-FR"],
    ["dark", "en-GB"],
  ] as const) {
    test(`the online pages fit and are accessible: ${size}, ${colorScheme}, ${locale}`, async ({
      browser,
    }) => {
      const page = await person(browser, { viewport, colorScheme, locale });
      const name = `Eve${Date.now() % 1_000_000}${size[0]}${locale[0]}`;
      const { game } = await createChallenge(page, {
        game: "samliam",
        opponent: { kind: "computer", level: 1 },
      });
      await page.request.post("/api/account", { data: { name, password: "rhinoceros" } });
      const { challenge: waiting } = await createChallenge(page, {
        game: "palam",
        clock: { kind: "days", days: 3 },
      });
      const addresses = [
        "/lobby",
        `/challenge/${waiting?.id}`,
        `/game/${game}`,
        "/account",
        `/@/${name}`,
        "/games",
      ];
      for (const address of [...addresses, "/login", "/signup", "/reset", "/game/nowhere23456"]) {
        await page.goto(address);
        await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await page.waitForLoadState("networkidle");
        await expectFits(page);
        await expectAccessible(page);
      }
    });
  }
}

import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { createGame } from "./challenges";
import { pick, place, play, playedMoves } from "./moves";
import { closeContexts, expectAccessible, GAMES } from "./support";

/** What surrounds the moves of a live game: offers, questions, the connection, the chat and the result, on a phone and a desktop. */
test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR" };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const LANDSCAPE = { viewport: { width: 844, height: 390 }, hasTouch: true, locale: "fr-FR" };

/** A live game between a desktop, which begins, and another screen; each has made this many of the first two moves. */
async function liveGame(browser: Browser, other: object, plies = 2): Promise<readonly [Page, Page]> {
  const ann = await (await browser.newContext(DESKTOP)).newPage();
  const bob = await (await browser.newContext(other)).newPage();
  const id = await createGame(ann, bob, { clock: { kind: "fischer", base: 300, increment: 3 } });
  for (const page of [ann, bob]) {
    await page.goto(`/game/${id}`);
    await expect(page.locator("#board [data-key]").first()).toBeVisible();
  }
  const expectPlies = async (plies: number) => {
    for (const page of [ann, bob])
      await expect.poll(async () => (await playedMoves(page)).length).toBe(plies);
  };
  if (plies > 0) await play(ann, "mouse", "siam", "@c1N", 0);
  await expectPlies(Math.min(plies, 1));
  if (plies > 1) await play(bob, "mouse", "siam", "@a5S", 1);
  await expectPlies(plies);
  return [ann, bob];
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator.toString()} is not shown`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

/** Two boxes have no part in common. */
async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const isApart = a.right <= b.x + 1 || b.right <= a.x + 1 || a.bottom <= b.y + 1 || b.bottom <= a.y + 1;
  expect(isApart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
}

/** The texts that do not fit into their buttons. */
const cut = (buttons: Locator): Promise<string[]> =>
  buttons.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent?.trim() ?? ""),
  );

for (const [screen, options] of Object.entries({ phone: PHONE, landscape: LANDSCAPE, desktop: DESKTOP })) {
  test(`an offer moves nothing and covers neither words nor questions on a ${screen}`, async ({
    browser,
  }) => {
    const [ann, bob] = await liveGame(browser, options);
    const parts = [".side > .moves", ".side > .actions", "#board .now", "#board .picture"];
    const places = () =>
      Promise.all(
        parts.map(async (part) => {
          const { x, y, height } = await boxOf(bob.locator(part));
          return { x, y, height };
        }),
      );
    await expect(bob.locator("#board .message")).not.toBeEmpty();
    const before = await places();
    await bob.getByRole("button", { name: /^(Abandonner|Resign)$/ }).click();
    await ann.getByRole("button", { name: "Draw", exact: true }).click();
    const offer = bob.locator(".side > .status");
    const accept = bob.getByRole("button", { name: /^(Accepter|Accept)$/ });
    await expect(accept).toBeInViewport({ ratio: 1 });
    expect(await places()).toEqual(before);
    await expectApart(offer, bob.locator("#board .now"));
    await expectApart(offer, bob.locator("#board .message"));
    await expectApart(offer, bob.getByRole("alertdialog"));
    expect(await cut(bob.locator(".side button:not(.clocks)"))).toEqual([]);
  });
}

test("aborting a game asks first, by its name", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser, PHONE, 1);
  const abort = bob.getByRole("button", { name: "Annuler la partie", exact: true });
  expect(await cut(bob.locator(".side > .actions span"))).toEqual([]);
  await abort.tap();
  await expect(bob.getByRole("alertdialog", { name: /^Annuler cette partie\s\?$/ })).toBeVisible();
  await expectAccessible(bob);
  await bob.getByRole("button", { name: "Continuer à jouer" }).tap();
  await expect(abort).toBeVisible();
  // The question goes when the game can only be resigned.
  await abort.tap();
  await play(bob, "mouse", "siam", "@a5S", 1);
  await expect(bob.getByRole("alertdialog")).toHaveCount(0);
  await expect(bob.getByRole("button", { name: "Abandonner" })).toBeVisible();
  await expect(ann.getByRole("dialog")).toHaveCount(0);
});

test("without a connection one short note stands at the player", async ({ browser }) => {
  const [, bob] = await liveGame(browser, PHONE);
  const before = await boxOf(bob.locator("#board .picture"));
  await bob.context().setOffline(true);
  const note = bob.getByRole("button", { name: /^Hors ligne\s+Réessayer$/ });
  await expect(note).toBeInViewport({ ratio: 1 });
  expect(await cut(bob.locator(".near-area .state"))).toEqual([]);
  await expect(bob.locator(".near-area").filter({ has: note })).toHaveCount(1);
  await expect(bob.locator(".toast:visible")).toHaveCount(0);
  expect(await boxOf(bob.locator("#board .picture"))).toEqual(before);
  await expectApart(note, bob.locator(".near-area .clock"));
  await expectApart(note, bob.locator("#board .tray.near"));
  await expectAccessible(bob);
  await bob.context().setOffline(false);
  await expect(note).toHaveCount(0);
});

test("messages that come below the page are counted until they are seen", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser, PHONE);
  for (const text of ["hello", "good luck"]) {
    await ann.getByLabel("Your message").fill(text);
    await ann.getByRole("button", { name: "Send" }).click();
    await expect(ann.getByRole("log")).toContainText(text);
  }
  const more = bob.locator(".side .menu > button");
  await expect(more).toHaveText(/Plus\s*2/);
  await expect(more.locator(".count")).toBeInViewport({ ratio: 1 });
  await more.tap();
  await bob.getByRole("button", { name: /^Discussion/ }).tap();
  await expect(bob.getByLabel("Votre message")).toBeFocused();
  await expect(bob.getByRole("log")).toBeInViewport();
  await expect(more).toHaveText("Plus");
  await expect(ann.locator(".side .menu .count")).toHaveCount(0);
});

test("an offered rematch has one answer on the card, in view", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser, PHONE);
  await bob.getByRole("button", { name: "Abandonner" }).tap();
  await bob.getByRole("button", { name: "Oui, abandonner" }).tap();
  await ann.getByRole("button", { name: "Rematch" }).click();
  const card = bob.getByRole("dialog", { name: "Vous avez perdu" });
  await expect(card.getByRole("button", { name: "Accepter" })).toBeVisible();
  await expect(card.getByRole("button", { name: "Revanche" })).toHaveCount(0);
  const bar = await boxOf(bob.locator("nav.tabs"));
  for (const button of await card.locator(".choices > *").all())
    expect((await boxOf(button)).bottom).toBeLessThanOrEqual(bar.y + 1);
  expect(await cut(card.locator(".choices > *"))).toEqual([]);
  await expect(ann.getByRole("button", { name: "Withdraw" })).toBeVisible();
  // Escape closes the card; the page still has the result.
  await bob.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(bob.locator("#board .now")).toHaveText("Vous avez perdu");
});

test("the buttons of a rematch with the same deal hold their labels", async ({ browser }) => {
  for (const options of [PHONE, { ...DESKTOP, locale: "fr-FR" }]) {
    const page = await (await browser.newContext(options)).newPage();
    const other = await (await browser.newContext()).newPage();
    const id = await createGame(page, other, { game: "palam" });
    await page.goto(`/game/${id}`);
    await page.getByRole("button", { name: "Annuler la partie" }).click();
    await page.getByRole("button", { name: "Oui, annuler" }).click();
    const choices = page.getByRole("dialog").locator(".choices > *");
    await expect(page.getByRole("button", { name: "Même donne" })).toBeVisible();
    expect(await cut(choices)).toEqual([]);
  }
});

test("the turn passes when the pieces have arrived, and is told after the move", async ({ browser }) => {
  const [ann, bob] = await liveGame(browser, PHONE, 1);
  await ann.evaluate(() => {
    const log: string[] = [];
    Object.assign(window, { log });
    const texts = new Map<string, string>();
    const look = () => {
      for (const part of [".message", ".now"]) {
        const text = document.querySelector(`#board ${part}`)?.textContent?.trim() ?? "";
        if (texts.get(part) === text) continue;
        texts.set(part, text);
        if (text !== "") log.push(text);
      }
    };
    look();
    log.length = 0;
    // Each change by itself, in the order in which a screen reader hears of it.
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await play(bob, "mouse", "siam", "@a5S", 1);
  await expect(ann.locator("#board .now")).toHaveText(/^Your turn/);
  const log = await ann.evaluate(() => (window as unknown as { log: string[] }).log);
  const event = log.indexOf("A rhino enters on a5, facing south.");
  expect(event).toBeGreaterThanOrEqual(0);
  expect(log.findIndex((text) => text.startsWith("Your turn"))).toBeGreaterThan(event);
});

test("Escape and a legal move under the pointer remove a refusal", async ({ browser }) => {
  const page = await (await browser.newContext(DESKTOP)).newPage();
  const refusal = page.locator("#board .message.refusal");
  await page.goto("/play/siam?friend");
  await pick(page, "reserve:p1");
  await place(page, "cell:c3").click();
  await expect(refusal).toBeVisible();
  // Wherever the focus is.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("Escape");
  await expect(refusal).toHaveCount(0);

  await page.goto("/play/saigon?friend");
  await page.locator("#board [data-key^='pallet:']:not(.ready)").first().click();
  await expect(refusal).toBeVisible();
  await page.locator("#board [data-key^='push:'].ready").first().hover();
  await expect(refusal).toHaveCount(0);
  await expect(page.locator("#board .message")).not.toBeEmpty();
});

test("the computer's side is named on a phone", async ({ browser }) => {
  const page = await (await browser.newContext(PHONE)).newPage();
  for (const game of GAMES) {
    await page.goto(`/play/${game}?level=3&side=p1&deal=7`);
    const side = page.locator(".far-area .details > span").first();
    await expect(side).toBeInViewport({ ratio: 1 });
    await expect(side).not.toHaveText(/Niveau/);
    await expect(side).not.toBeEmpty();
    expect(await cut(page.locator(".far-area .details > span").first()), game).toEqual([]);
  }
});

import { expect, test, type Page } from "@playwright/test";
import { createGame } from "./challenges";
import { limitSearches, saveOnDevice } from "./device";
import { play } from "./moves";
import { closeContexts } from "./support";

/** What a screen reader says during a game: the live regions in the order of their changes. */
test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const last = new WeakMap<Element, string>();
    const look = () => {
      for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live=assertive]")) {
        const text = region.textContent?.trim().replace(/\s+/g, " ") ?? "";
        if (last.get(region) === text) continue;
        last.set(region, text);
        if (text !== "") said.push(text);
      }
    };
    addEventListener("DOMContentLoaded", () =>
      new MutationObserver(look).observe(document.documentElement, {
        subtree: true,
        childList: true,
        characterData: true,
      }),
    );
  });
}

/** What was said since the last time. */
const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));

const ready = (page: Page) => expect(page.locator("#board .now.active")).toBeVisible();

test("a hint, a move and the reply are said once each, in order", async ({ page }) => {
  await record(page);
  await limitSearches(page);
  await saveOnDevice(page, { "guided.siam": true });
  await page.goto("/play/siam?level=1&side=p1");
  await ready(page);
  await said(page);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByRole("button", { name: "Show move", exact: true }).click();
  await expect(page.locator("[data-hint]")).toHaveCount(1);
  const hints = await said(page);
  expect(hints[0]).toBe("Looking for a hint…");
  // The idea, then the move: nothing else in between.
  expect(hints).toHaveLength(3);
  await play(page, "mouse", "siam", "@b1N", 0);
  await expect(page.locator(".moves ol > li")).toHaveCount(2);
  await ready(page);
  const words = await said(page);
  // Each choice is described with what comes next.
  const chosen = words.findIndex((text) => text.startsWith("b1, empty, selected."));
  expect(words[chosen]).toBe("b1, empty, selected. facing east; facing north; facing south; facing west");
  expect(words.slice(0, chosen)).toContain("Your turn: choose the border square where it enters");
  expect(words).toContain("Your turn: choose where it faces");
  // After the move the player is not asked to move before the reply.
  const after = words.slice(words.indexOf("An elephant enters on b1, facing north."));
  const turns = after.filter((text) => text.startsWith("Your turn"));
  expect(turns).toEqual([after.at(-1)]);
  expect(after.filter((text) => text === "An elephant enters on b1, facing north.")).toHaveLength(1);
  expect(after.filter((text) => /\brhino\b/.test(text))).toHaveLength(1);
});

test("online, each move is said once, and the turn when it begins", async ({ browser }) => {
  const [ann, bob] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  const game = await createGame(ann, bob);
  for (const page of [ann, bob]) {
    await record(page);
    await page.goto(`/game/${game}`);
    await expect(page.locator("#board [data-key]").first()).toBeVisible();
  }
  await ready(ann);
  await said(ann);
  await play(ann, "mouse", "siam", "@b1N", 0);
  await ready(bob);
  await play(bob, "mouse", "siam", "@c5S", 1);
  await expect(ann.locator(".moves ol > li")).toHaveCount(2);
  await ready(ann);
  const words = await said(ann);
  for (const move of ["An elephant enters on b1, facing north.", "A rhino enters on c5, facing south."])
    expect(words.filter((text) => text.toLowerCase().includes(move.slice(2, -1).toLowerCase()))).toEqual([
      move,
    ]);
  // From her own move on, she is asked to move only once: after the reply.
  const own = words.indexOf("An elephant enters on b1, facing north.");
  const turns = words.slice(own).filter((text) => text.startsWith("Your turn"));
  expect(turns).toEqual(["Your turn: choose an animal, or bring one in"]);
});

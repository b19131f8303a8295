import { expect, test, type Locator, type Page } from "@playwright/test";
import { createGame } from "./challenges";
import { saveOnDevice } from "./device";
import { place, play, tap } from "./moves";
import { guide, openScreenshot, result } from "./screenshots";
import { closeContexts, GAMES } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

/** What a phone has room for. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** The top of the bar at the bottom of the page. */
const barTop = async (page: Page): Promise<number> => {
  const box = await page.locator("nav.tabs").boundingBox();
  return box?.y ?? 0;
};

const bottom = async (locator: Locator): Promise<number> => {
  const box = await locator.boundingBox();
  return box ? box.y + box.height : Infinity;
};

for (const lang of ["en", "fr"] as const) {
  test(`the result has room below the tallest board, in ${lang}`, async ({ page }) => {
    const moves = "c5ne f6sw a3sw c6nw a4se a1nw e1se b1nw c3se c1nw";
    await openScreenshot(page, "samliam", { name: "result", side: "p1", lang, moves });
    await tap(page, "cell:a5", "corner:nw");
    await result(page);
    // The goal above the board stays in view.
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await bottom(page.getByRole("dialog"))).toBeLessThanOrEqual(await barTop(page));
  });

  test(`the question before resigning has readable buttons, in ${lang}`, async ({ page }) => {
    await openScreenshot(page, "siam", { name: "sure", side: "p1", lang, moves: "@c1N @c5S" });
    await page.getByRole("button", { name: lang === "fr" ? "Abandonner" : "Resign", exact: true }).tap();
    const question = page.getByRole("alertdialog");
    const boxes = await question
      .locator("> *")
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => ({ box: one.getBoundingClientRect(), isCut: one.scrollWidth > one.clientWidth + 1 })),
      );
    expect(boxes.filter(({ isCut }) => isCut)).toEqual([]);
    for (const [index, { box }] of boxes.entries())
      expect(box.right).toBeLessThanOrEqual((boxes[index + 1]?.box.left ?? 390) + 0.5);
  });
}

for (const game of GAMES) {
  test(`the lesson of ${game} has its buttons and its answer in view`, async ({ page }) => {
    await page.goto(`/learn/${game}/lesson`);
    await expect(page.locator("#board [data-key].ready").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Hint", exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Hint", exact: true }).tap();
    await expect(page.locator(".answer.open")).toBeInViewport({ ratio: 1 });
    // They cover no part of the board.
    const answer = await page.locator(".answer.open").boundingBox();
    expect(await bottom(page.locator("#board .picture"))).toBeLessThanOrEqual(answer?.y ?? 0);
  });
}

test("the offer of the guided opening goes when the player begins without it", async ({ page }) => {
  await page.goto("/play/siam?level=1&side=p1");
  const offer = page.getByRole("button", { name: "Show me" });
  await expect(offer).toBeVisible();
  await tap(page, "cell:b1", "facing:N");
  await expect(page.locator(".moves ol > li")).toHaveCount(2);
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Previous move" })).toBeVisible();
});

test("the guided opening gives the list of moves back with the next move", async ({ page }) => {
  await openScreenshot(page, "siam", { name: "guide", side: "p1", isFirst: true });
  await guide(page);
  const box = page.locator(".guide");
  for (const step of ["1", "2", "3"]) {
    await expect(box).toContainText(`Move ${step} of 3`);
    const hinted = await page.locator("[data-hint]").getAttribute("data-hint");
    await play(page, "touch", "siam", hinted ?? "", 2 * (Number(step) - 1));
  }
  await expect(box).toContainText("That was the opening.");
  await page.getByRole("button", { name: "Hint", exact: true }).tap();
  await page.getByRole("button", { name: "Show move", exact: true }).tap();
  await expect(page.locator("[data-hint]")).toHaveCount(1);
  const next = await page.locator("[data-hint]").getAttribute("data-hint");
  await play(page, "touch", "siam", next ?? "", 6);
  await expect(box).toHaveCount(0);
});

test("Escape keeps the player in the game when the page asks before resigning", async ({ page }) => {
  await openScreenshot(page, "siam", { name: "sure", side: "p1", moves: "@c1N @c5S" });
  await page.getByRole("button", { name: "Resign", exact: true }).tap();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Resign", exact: true })).toBeEnabled();
});

for (const game of GAMES) {
  test(`${game} keeps its place while the page is loaded`, async ({ page }) => {
    await page.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.sum += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`/play/${game}?level=1&side=p1&deal=7`);
    await expect(page.getByRole("button", { name: "Hint", exact: true })).toBeEnabled();
    await expect(page.getByText("Unofficial site")).toBeAttached();
    expect(
      await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum),
    ).toBeLessThan(0.01);
  });
}

test("names beside trays and clocks keep their words, also where the board is narrow", async ({
  page,
  browser,
}) => {
  const friend = await browser.newContext();
  const game = await createGame(page, friend, { clock: { kind: "fischer", base: 300, increment: 3 } });
  await page.goto(`/game/${game}`);
  await expect(page.locator("#board .picture")).toBeVisible();
  const names = page.locator(".bar .name > *");
  await expect(names).toHaveCount(2);
  // One of the longest names that a guest can get.
  await names.evaluateAll((all) => all.forEach((name) => (name.textContent = "Hippocampe généreux")));
  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const lines = await names.evaluateAll((all) =>
      all.map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return range.getClientRects().length;
      }),
    );
    expect(lines, `${width}`).toEqual([2, 2]);
    const [who, tray] = [
      await page.locator(".far-area .who").boundingBox(),
      await page.locator("#board .tray.far").boundingBox(),
    ];
    expect((who?.x ?? 0) + (who?.width ?? Infinity), `${width}`).toBeLessThanOrEqual(tray?.x ?? 0);
  }
});

test("saved moves that the rules refuse start a new game", async ({ page }) => {
  const setup = { game: "siam", variant: [], seed: 7, level: 1, side: "p1" };
  await saveOnDevice(page, { "game.siam.computer": { setup, moves: ["@c3N"] } });
  await page.goto("/play/siam");
  await expect(place(page, "cell:a1")).toHaveClass(/\bready\b/);
  await expect(page.locator(".moves ol > li")).toHaveCount(0);
});

test("an address that cannot be decoded is a page that does not exist", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => {
    history.pushState(null, "", "/%E0%A4%A");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page).toHaveTitle("Page not found · Mekong");
});

import { expect, test } from "@playwright/test";
import { play } from "./moves";
import { GAMES, expectFits, expectAccessible, testPages } from "./support";

const PAGES = [
  "/",
  ...GAMES.flatMap((game) => [
    `/play/${game}?level=1`,
    `/learn/${game}`,
    `/learn/${game}/lesson`,
    `/analysis/${game}`,
    `/analysis/${game}?edit`,
    `/print/${game}`,
  ]),
  "/play/siam?friend",
  "/learn",
  "/analysis",
  "/lobby",
  "/games",
  "/login",
  "/signup",
  "/reset",
  "/account",
  "/settings",
  "/@/nobody",
  "/game/nothing",
  "/nowhere",
];

/** Every page in both sizes, themes and languages; pages with boards in every combination. */
testPages(PAGES);
testPages(["/", ...GAMES.map((game) => `/play/${game}?level=1`)], undefined, [
  { width: 360, height: 740, theme: "dark", locale: "en-GB" },
  { width: 1440, height: 900, theme: "light", locale: "fr-FR" },
]);

// French: its words are longer.
test.describe("in French", () => {
  test.use({ locale: "fr-FR" });
  test("text at twice its size still fits on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const address of [...PAGES, "/puzzles", "/puzzles/siam", "/practice"]) {
      await page.goto(address);
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await page.waitForLoadState("load");
      await expectFits(page);
    }
  });
});

test("the pages fit on every screen, from 320 px to 4k", async ({ page }) => {
  for (const [width, height] of [
    [320, 640],
    [844, 390],
    [820, 1180],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const address of ["/", "/lobby", "/games", "/learn", "/settings", "/signup"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await page.waitForLoadState("networkidle");
      await expectFits(page);
      // One bar of places, at the top or at the bottom.
      await expect(
        page.getByRole("navigation", { name: "Main navigation" }).filter({ visible: true }),
      ).toHaveCount(1);
    }
  }
});

test("the themes apply to pages and boards", async ({ page }) => {
  await page.goto("/settings");
  const field = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--field").trim());
  const teak = await field();
  await page.getByLabel("Slate").check();
  await expect.poll(field).not.toBe(teak);
  await page.getByLabel("High contrast everywhere").check();
  await expect(page.locator("html")).toHaveAttribute("data-contrast", "more");
  await expectAccessible(page);
  await page.goto("/lobby");
  await expect(page.locator("html")).toHaveAttribute("data-board", "slate");
  await expectAccessible(page);
});

test("messages do not move the page", async ({ page, context }) => {
  await page.goto("/play/siam?friend");
  await expect(page.locator("#board")).toBeVisible();
  const top = () => page.locator("#board").evaluate((board) => board.getBoundingClientRect().top);
  const before = await top();
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  expect(await top()).toBe(before);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await expect(page.getByText("Offline", { exact: true })).toBeVisible();
});

test("a game that was left can be continued from the home page", async ({ page }) => {
  await page.goto("/play/samliam?friend");
  await play(page, "mouse", "samliam", "c3se", 0);
  await expect(page.locator(".moves ol > li")).toHaveCount(1);
  await page.goto("/");
  await page.getByRole("link", { name: "Continue your game of Sam Liam" }).click();
  await expect(page.locator(".moves ol > li")).toHaveCount(1);
});

test("on a very large screen board and text scale up", async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  for (const game of GAMES) {
    await page.goto(`/play/${game}?friend`);
    const { height = 0 } = (await page.locator("#board .picture").boundingBox()) ?? {};
    // The status stands below it.
    expect(height).toBeGreaterThan(0.85 * 2160);
    const size = await page.locator("#board .now").evaluate((words) => getComputedStyle(words).fontSize);
    expect(parseFloat(size)).toBeGreaterThan(24);
    await expectFits(page);
  }
});

test("on the smallest phone the board takes the width, with words and actions below it", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const game of GAMES) {
    await page.goto(`/play/${game}?friend`);
    const picture = page.locator("#board .picture");
    await expect(picture).toBeInViewport({ ratio: 1 });
    const { width = 0 } = (await picture.boundingBox()) ?? {};
    // The board of Sam Liam is higher than wide: beside it there is room, and the actions stay in view.
    expect(width).toBeGreaterThan(0.8 * 320);
    for (const part of ["#board .now", ".side > .actions"])
      await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
    await expectFits(page);
  }
});

test("on a phone on its side board, goal, players and actions are visible at once", async ({ page }) => {
  for (const [width, height] of [
    [844, 390],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const game of GAMES) {
      await page.goto(`/play/${game}?friend`);
      await expect(page.locator("#board .picture")).toBeInViewport({ ratio: 1 });
      for (const part of [".goal-area", ".far-area", ".near-area", ".side > .actions"]) {
        await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
      }
      await expect(page.getByRole("button", { name: "Rules" })).toBeVisible();
      await expectFits(page);
    }
  }
});

test("on a tablet the board and both players are visible at once", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const game of GAMES) {
    await page.goto(`/play/${game}?friend`);
    await expect(page.locator("#board .picture")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".far-area")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".near-area")).toBeInViewport({ ratio: 1 });
  }
});

test("the language changes without loading the page again", async ({ page }) => {
  await page.goto("/settings");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.getByLabel("Français").check();
  await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeVisible();
  await page.getByRole("button", { name: "Compte et réglages" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("one click leads to a game", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Play Siam/ }).click();
  await expect(page.locator("#board")).toBeVisible();
  await expect(page.getByText("Your turn")).toBeVisible();
});

test("a printed game has its board, what stands beside it and its moves, without the bars of the site", async ({
  page,
}) => {
  await page.goto("/play/siam?friend");
  await play(page, "mouse", "siam", "@a3S", 0);
  await page.emulateMedia({ media: "print" });
  for (const part of ["#board .picture svg rect.frame", ".tray [data-key='reserve:p1'] svg", "[data-move]"]) {
    await expect(page.locator(part).first()).toBeVisible();
  }
  for (const part of ["header.frame", "nav.tabs", ".side > .actions button"]) {
    await expect(page.locator(part).first()).toBeHidden();
  }
});

test("boards of the home page play after the first input of a user", async ({ page }) => {
  await page.goto("/");
  const board = page.locator("li[data-game]").first().locator(".picture svg").first();
  await expect(board).toBeVisible();
  const before = await board.innerHTML();
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await expect.poll(() => board.innerHTML()).not.toBe(before);
});

test.describe("in French", () => {
  test.use({ locale: "fr-FR" });

  test("the labels of the actions fit on every screen", async ({ page }) => {
    await page.goto("/play/siam?level=1&side=p1");
    await page.getByRole("button", { name: "Indice", exact: true }).click();
    await expect(page.getByRole("button", { name: "Voir le coup", exact: true })).toBeEnabled();
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [844, 390],
      [820, 1180],
      [1240, 800],
      [1280, 900],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const cut = await page
        .locator(".side .actions button > span")
        .evaluateAll((labels) =>
          labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
        );
      expect(cut, `${width} × ${height}`).toEqual([]);
    }
  });
});

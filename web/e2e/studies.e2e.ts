import { expect, test, type Page } from "@playwright/test";
import { GAMES, closeContexts, expectAccessible, expectFits } from "./support";

test.afterEach(({ browser, context }) => closeContexts({ browser, context }));

const key = (page: Page, name: string) => page.locator(`#board [data-key="${name}"]`).first();
const tool = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const position = (page: Page) => page.getByRole("textbox", { name: "Position" });

/** Picks a tool as a user does: its radio button is hidden behind its picture. */
async function pick(page: Page, name: string): Promise<void> {
  await tool(page, name).check({ force: true });
}

test("a position is set up by clicks, and the rules list every problem", async ({ page }) => {
  await page.goto("/analysis/siam?edit");
  await expect(page.getByRole("heading", { name: "Set up a position" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Clear the board" }).click();
  await expect(page.getByText("This position is not valid:")).toBeVisible();
  await pick(page, "Rock");
  for (const cell of ["c5", "b3", "d3", "a1"]) await key(page, `cell:${cell}`).click();
  await expect(position(page)).toHaveValue("2o2/5/1o1o1/5/o4 E 0 -");
  await pick(page, "Remove");
  await key(page, "cell:a1").click();
  await pick(page, "Elephant facing east");
  await key(page, "cell:c4").click();
  await pick(page, "Turn");
  for (let quarter = 0; quarter < 3; quarter += 1) await key(page, "cell:c4").click();
  await expect(page.getByText("This position is valid.")).toBeVisible();
  await page.getByLabel("Turns played").fill("10");
  await page.getByLabel("Turns played").press("Enter");
  await expect(position(page)).toHaveValue("2o2/2N2/1o1o1/5/5 E 10 -");
  await page.getByRole("button", { name: "Analyse this position" }).click();
  // The engine finds the win.
  await expect(page.getByText("win for Elephants in 1 ply").first()).toBeVisible();
});

test("a position is set up by keys, also with more pieces than there are", async ({ page }) => {
  await page.goto("/analysis/saigon?edit");
  await pick(page, "Light pallet");
  await key(page, "slot:1").focus();
  await page.keyboard.press("Enter");
  await expect(position(page)).toHaveValue("LLLLL/DDDD/LLLL/DDDD L");
  await expect(page.getByText("there are only 8")).toBeVisible();
  await expect(page.getByRole("button", { name: "Analyse this position" })).toBeDisabled();
  await key(page, "pallet:1.4").focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText("This position is valid.")).toBeVisible();
  // An unreadable text leaves the board as it was.
  await position(page).fill("LLLL/DDDD");
  await expect(page.getByRole("list").filter({ hasText: "stacks" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Analyse this position" })).toBeDisabled();
  await expect(key(page, "pallet:3.3")).toBeVisible();
});

test("a typed position with a piece too often is drawn, and the rules name the problem", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  for (const [game, text, problem] of [
    ["palam", "s1,s1,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I - s 0-0", "s1 is in two places"],
    ["samliam", "(AA)5/6/6/6/6/6/6 B -", "opposite corners"],
  ] as const) {
    await page.goto(`/analysis/${game}?edit`);
    await expect(page.getByText("This position is valid.")).toBeVisible();
    await position(page).fill(text);
    await expect(page.getByText(problem)).toBeVisible();
    // The editor goes on.
    await page.getByRole("button", { name: "Clear the board" }).click();
    await expect(page.getByText(problem)).toBeHidden();
  }
  expect(errors).toEqual([]);
});

test("comments, glyphs and drawings are saved in PGN and JSON", async ({ page }) => {
  await page.goto("/analysis/siam?moves=%40c1N&ply=1");
  await page.getByRole("button", { name: "very good move" }).click();
  await page.getByLabel("Comment on this move").fill("towards the rocks");
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  for (const cell of ["c1", "c3", "b3", "b3"]) await key(page, `cell:${cell}`).click();
  await expect(page.locator("#board .drawn")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await expect(page.locator("#board .drawn")).toHaveCount(2);
  await page.getByRole("button", { name: "Share" }).click();
  const pgn = page.getByRole("textbox", { name: "PGN" });
  await expect(pgn).toHaveValue(/1\. @c1N \$3 \{ \[%csl Gb3\] \[%cal Gc1c3\] towards the rocks \}/);
  const json = await page.getByRole("textbox", { name: "JSON" }).inputValue();
  expect(JSON.parse(json)).toMatchObject([{ moves: [{ move: "@c1N", nags: [3] }] }]);
  await page.keyboard.press("Escape");
  // The same file opens again.
  await page.goto("/analysis/siam");
  await page.getByRole("button", { name: "New analysis" }).click();
  await page.getByRole("textbox", { name: "Position, moves, PGN or JSON" }).fill(json);
  await page.getByRole("button", { name: "Load" }).click();
  await expect(page.getByLabel("Comment on this move")).toHaveValue("towards the rocks");
  await expect(page.locator("#board .drawn")).toHaveCount(2);
});

test("the threat and the refutation are shown on demand", async ({ page }) => {
  const fen = "2o2/1En2/5/oo3/5 E 11 -";
  await page.goto(`/analysis/siam?position=${encodeURIComponent(fen)}&moves=%40a1N&ply=0`);
  await page.getByRole("button", { name: "Show the threat" }).click();
  await expect(page.getByText(/Threat \(Rhinos\): the rhino on c4 pushes/)).toBeVisible();
  await page.getByRole("button", { name: "Hide" }).click();
  await page.locator('ol.moves [data-move="@a1N"]').click();
  await page.getByRole("button", { name: "Show the refutation" }).click();
  await expect(page.getByText(/The best answer: the rhino on c4 pushes/)).toBeVisible();
  // The engine of the server finds the same, and says that it is proven.
  await page.getByLabel("Where the engine runs").selectOption("server");
  await expect(page.getByText("win for Rhinos in 1 ply").first()).toBeVisible();
});

async function signUp(page: Page, name: string): Promise<void> {
  const made = await page.request.post("/api/account", { data: { name, password: "a long password" } });
  expect(made.ok()).toBe(true);
}

const comment = (page: Page) => page.getByLabel("Comment on the starting position");
const chapter = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens a chapter, which is marked at once and keeps the focus. */
async function openChapter(page: Page, name: string): Promise<void> {
  await chapter(page, name).click();
  await expect(chapter(page, name)).toHaveAttribute("aria-current", "true");
  await expect(chapter(page, name)).toBeFocused();
}

/** Saves a study with two chapters of different games and opens it. */
async function makeStudy(page: Page): Promise<void> {
  await page.goto("/analysis/saigon?moves=pl");
  await page.getByRole("button", { name: "Save in a study" }).click();
  await page.getByLabel("Name of the study").fill("My openings");
  await page.getByRole("dialog").getByRole("button", { name: "Save in a study" }).click();
  await page.getByRole("button", { name: "Add a chapter" }).click();
  await page.getByRole("dialog").getByLabel("Game").selectOption("siam");
  await page.getByRole("dialog").getByRole("button", { name: "Load" }).click();
  await expect(chapter(page, "2. Chapter 2")).toHaveAttribute("aria-current", "true");
}

test("a comment belongs to its chapter, however quickly chapter and page are left", async ({ page }) => {
  await makeStudy(page);
  await openChapter(page, "1. Chapter 1");
  await comment(page).fill("about Saigon");
  await chapter(page, "2. Chapter 2").click();
  await comment(page).fill("about Siam");
  await expect(page.getByText("Not saved yet · on this device")).toBeVisible();
  // Nothing waits until it is saved.
  await page.reload();
  await openChapter(page, "1. Chapter 1");
  await expect(comment(page)).toHaveValue("about Saigon");
  await openChapter(page, "2. Chapter 2");
  await expect(comment(page)).toHaveValue("about Siam");
  await expect(page.getByText("Saved · on this device")).toBeVisible();
  await comment(page).fill("left by a link");
  await page.getByRole("link", { name: "Analyse" }).first().click();
  await page.getByRole("link", { name: "My openings" }).click();
  await openChapter(page, "2. Chapter 2");
  await expect(comment(page)).toHaveValue("left by a link");
});

test("chapters are managed by keys, and the focus stays with them", async ({ page }) => {
  await makeStudy(page);
  await chapter(page, "1. Chapter 1").focus();
  await page.keyboard.press("Enter");
  await expect(chapter(page, "1. Chapter 1")).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: "Rename Chapter 1" }).press("Enter");
  await page.keyboard.type("Pallets");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Rename Pallets" })).toBeFocused();
  await page.getByRole("button", { name: "Move Pallets down" }).press("Enter");
  await expect(page.getByRole("button", { name: "Move Pallets up" })).toBeFocused();
  await page.getByRole("button", { name: "Delete Pallets" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(page.getByRole("button", { name: "Delete Pallets" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete Pallets" }).press("Enter");
  await expect(chapter(page, "1. Chapter 2")).toBeFocused();
  await expect(page.getByText("Saved · on this device")).toBeVisible();
});

test("two devices change a study, and both versions are kept", async ({ page, browser }) => {
  const name = `Two${Date.now() % 100_000_000}`;
  await signUp(page, name);
  await makeStudy(page);
  await expect(page.getByText("Saved · in your account")).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  const opened = await other.request.post("/api/login", { data: { name, password: "a long password" } });
  expect(opened.ok()).toBe(true);
  await other.goto(page.url());
  await expect(comment(other)).toBeEnabled();
  await comment(page).fill("from the first");
  await expect(page.getByText("Saved · in your account")).toBeVisible();
  await comment(other).fill("from the second");
  await expect(other.getByText("The study was changed or deleted in another window")).toBeVisible();
  await expectAccessible(other);
  await other.getByRole("button", { name: "Save my version as a copy" }).click();
  await expect(other).not.toHaveURL(page.url());
  await expect(comment(other)).toHaveValue("from the second");
  await other.goto(page.url());
  await openChapter(other, "2. Chapter 2");
  await expect(comment(other)).toHaveValue("from the first");
});

test("a study moves from the device into the account and is shared", async ({ page, browser }) => {
  await page.goto("/analysis/saigon?moves=pl");
  await page.getByRole("button", { name: "Save in a study" }).click();
  await page.getByLabel("Name of the study").fill("My openings");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Save in a study" }).click();
  await expect(page).toHaveURL(/\/study\/device-/);
  await expect(page.getByText("Saved · on this device")).toBeVisible();
  // Another chapter, which is renamed and moved up.
  await page.getByRole("button", { name: "Add a chapter" }).click();
  await page.getByRole("dialog").getByLabel("Game").selectOption("siam");
  await page.getByRole("dialog").getByRole("button", { name: "Load" }).click();
  await expect(page.getByRole("button", { name: "2. Chapter 2" })).toBeVisible();
  await page.getByRole("button", { name: "Rename Chapter 2" }).click();
  await page.getByLabel("Name of the chapter").fill("Rocks");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Move Rocks up" }).click();
  await expect(page.getByRole("button", { name: "1. Rocks" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "1. Rocks" })).toBeVisible();

  await signUp(page, `Stu${Date.now() % 100_000_000}`);
  await page.goto("/analysis");
  await page.getByRole("button", { name: "Move to my account" }).click();
  await expect(page.getByText("2 chapters · in your account")).toBeVisible();
  await page.getByRole("link", { name: "My openings" }).click();
  await openChapter(page, "2. Chapter 1");
  await comment(page).fill("Light begins");
  await page.getByLabel("Anyone with the link can read this study").check();
  await expect(page.getByText("Saved · in your account")).toBeVisible();

  // A visitor reads it, and what they play is not saved.
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "2. Chapter 1" }).click();
  await expect(other.getByText("Light begins")).toBeVisible();
  await expect(other.getByText("Your moves are not saved.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Delete the study" })).toHaveCount(0);
  await expectAccessible(other);
  await key(other, "push:r").click();
  await other.reload();
  await other.getByRole("button", { name: "2. Chapter 1" }).click();
  await expect(other.locator("ol.moves button")).toHaveCount(1);
  await other.getByRole("button", { name: "Copy to my studies" }).click();
  await expect(other).toHaveURL(/\/study\/device-/);

  await page.getByRole("button", { name: "Delete the study" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the study" }).click();
  await expect(page).toHaveURL(/\/analysis$/);
  await other.goto(page.url().replace(/\/analysis$/, "/study/aaaaaaaaaaaa"));
  await expect(other.getByText("Study not found or not shared.")).toBeVisible();
});

for (const game of GAMES) {
  test(`the sheets of ${game} are printed with their board and pieces`, async ({ page }) => {
    await page.goto(`/print/${game}`);
    await expect(page.locator('[data-sheet="board"] svg').first()).toBeVisible();
    await expect(page.locator('[data-sheet="pieces"] .rectangle').first()).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
  });

  for (const locale of ["en-GB", "fr-FR"])
    test(`the sheets of ${game} are four pages, ${locale}`, async ({ browser }) => {
      const page = await (await browser.newContext({ locale })).newPage();
      await page.goto(`/print/${game}`);
      await expect(page.locator('[data-sheet="pieces"] svg').first()).toBeVisible();
      // Two pages of rules, the board and the pieces.
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(4);
      // Patterns of the artwork would become images, 27 MB for Sam Liam.
      expect(pdf.length).toBeLessThan(4_000_000);
    });
}

import { expect, test, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./support";

/** Input on the boards by mouse, touch and keyboard, besides whole games. */
const place = (page: Page, key: string): Locator => page.locator(`#board [data-key="${key}"]`);
const moves = (page: Page): Locator => page.locator(".moves ol > li");
const message = (page: Page): Locator => page.locator("#board .message");

async function open(page: Page, game: string, settings: Record<string, boolean> = {}): Promise<void> {
  await page.addInitScript((kept) => {
    localStorage.setItem("mekong.settings", JSON.stringify(kept));
  }, settings);
  await page.goto(`/play/${game}?friend&deal=7`);
  await expect(page.locator("#board [data-key]").first()).toBeVisible();
}

/** Drags from one place to a point of another, given as fractions of its size. */
async function drag(page: Page, from: string, to: string, x = 0.5, y = 0.5): Promise<void> {
  const [a, b] = [await place(page, from).boundingBox(), await place(page, to).boundingBox()];
  if (!a || !b) throw new Error(`${from} or ${to} is nowhere`);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
  await page.mouse.move(b.x + x * b.width, b.y + y * b.height, { steps: 4 });
  await page.mouse.up();
}

test("an animal dropped off the middle of a square looks that way", async ({ page }) => {
  await open(page, "siam");
  await drag(page, "reserve:p1", "cell:a1", 0.9, 0.5);
  await expect(moves(page)).toHaveText([/@a1E/]);
  // Dropped in the centre, the wheel asks for the direction.
  await drag(page, "reserve:p2", "cell:c5");
  await expect(page.getByRole("button", { name: "facing south" })).toBeVisible();
  await page.getByRole("button", { name: "facing south" }).click();
  await expect(moves(page)).toHaveCount(2);
  // Dragged within its own square it turns; dropped on the reserve it leaves the board.
  await drag(page, "cell:a1", "cell:a1", 0.5, 0.1);
  await expect(moves(page)).toHaveCount(3);
  await expect(place(page, "cell:a1")).toHaveAccessibleName(/facing north/);
  await drag(page, "cell:c5", "reserve:p2");
  await expect(moves(page).last()).toContainText("c5-");
});

test("a push shows its forces as a preview and when it is refused", async ({ page }) => {
  await open(page, "siam");
  for (const key of ["cell:c1", "facing:N", "cell:c5", "facing:S"]) await place(page, key).click();
  for (const key of ["cell:c1", "cell:c2", "facing:N", "cell:c5", "cell:c4", "facing:S"]) {
    await place(page, key).click();
  }
  await place(page, "cell:c2").click();
  await place(page, "cell:c3").click();
  await expect(message(page)).toHaveText(
    /^The push needs 2 animals and has 1\. 1 − 1 < 1: the row does not move\.$/,
  );
  await expect(page.locator("#board .badge")).toHaveText(["+1", "1", "−1"]);
  await expect(moves(page)).toHaveCount(4);
  await expectAccessible(page);
});

test("an unconfirmed move is previewed and can be cancelled", async ({ page }) => {
  await open(page, "saigon", { confirm: true });
  await place(page, "push:r").click();
  await expect(page.getByRole("button", { name: "Confirm move" })).toBeVisible();
  await expect(message(page)).toHaveText("A dark pallet falls out, 3 slide, 12 are held.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Confirm move" })).toHaveCount(0);
  await expect(moves(page)).toHaveCount(0);
  await place(page, "push:l").press("Enter");
  await expect(page.getByRole("button", { name: "Confirm move" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(moves(page)).toHaveText([/pl/]);
});

test("pallets are dragged as a block, and a refused drag is explained", async ({ page }) => {
  await open(page, "saigon");
  await drag(page, "pallet:1.2", "slot:3");
  await expect(moves(page)).toHaveText([/1-3x2/]);
  await place(page, "pallet:2.0").click();
  await expect(message(page)).toHaveText("One pallet must stay on slot 2.");
});

test("letters choose a square and its shape at once", async ({ page }) => {
  await open(page, "samliam");
  await place(page, "cell:c4").focus();
  await page.keyboard.press("w");
  await expect(moves(page)).toHaveText([/c4ne/]);
  await expect(place(page, "cell:c4")).toBeFocused();
});

test("threats are outlined on request", async ({ page }) => {
  await open(page, "samliam");
  for (const [key, letter] of ["b6 q", "e1 q", "d6 w", "e2 q", "b4 a"].map((each) => each.split(" "))) {
    await place(page, `cell:${key}`).focus();
    await page.keyboard.press(letter ?? "");
    await expect(place(page, `cell:${key}`)).toHaveAccessibleName(/triangle/);
  }
  await expect(page.locator("#board .outline")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.locator("#board .outline")).toHaveCount(1);
  await expect(message(page)).toHaveText("Black lacks one corner of a square.");
  await expect(page.getByRole("button", { name: "Threats" })).toHaveAttribute("aria-pressed", "true");
});

test("a move can be typed, and a wrong one is explained", async ({ page }) => {
  await open(page, "palam");
  await page.locator("#board [data-key][tabindex='0']").focus();
  await page.keyboard.press("/");
  const field = page.getByRole("textbox", { name: "Move" });
  await expect(field).toBeFocused();
  await page.keyboard.type("zz");
  await page.keyboard.press("Enter");
  await expect(page.locator("dialog .why")).toContainText("is not a move");
  await expectAccessible(page);
  const list = page.getByRole("combobox", { name: "Or choose from the list" });
  await expect(list.locator("option").nth(1)).toHaveText(/engages|swaps/);
  await list.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(moves(page)).toHaveCount(1);
});

test("a duel shows its outcome before it is answered", async ({ page }) => {
  await open(page, "palam");
  const ready = page.locator("#board [data-key^='cell:'].ready");
  const front = await ready.evaluateAll((all) => all.map((one) => one.getAttribute("data-key")));
  const row = front.some((key) => key?.endsWith("2")) ? "2" : "3";
  await place(page, `cell:a${row}`).click();
  await expect(message(page)).not.toBeEmpty();
  await place(page, "duel").click();
  await expect(moves(page)).toHaveCount(1);
  await expect(message(page)).toHaveText(/^(Isis|Anubis) can answer with |^No match: leftmost, /);
  const answer = await ready.first().getAttribute("data-key");
  await place(page, answer ?? "").click();
  await expect(message(page)).toHaveText(
    /^\d \+ \d = \d+, (even|odd), so nearer [=≠] wins: \d+ points for (Isis|Anubis)\.$/,
  );
  await place(page, answer ?? "").click();
  await expect(moves(page)).toHaveCount(2);
});

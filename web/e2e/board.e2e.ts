import { expect, test, type Locator, type Page } from "@playwright/test";
import { drag, pick, place, playedMoves } from "./moves";
import { expectAccessible, GAMES } from "./support";

/** Input on the boards by mouse, touch and keyboard, besides whole games. */
const moves = (page: Page): Locator => page.locator(".moves ol > li");
const message = (page: Page): Locator => page.locator("#board .message");

async function open(page: Page, game: string, settings: Record<string, boolean> = {}): Promise<void> {
  await page.addInitScript((kept) => {
    localStorage.setItem("mekong.settings", JSON.stringify(kept));
  }, settings);
  await page.goto(`/play/${game}?friend&deal=7`);
  await expect(page.locator("#board [data-key]").first()).toBeVisible();
}

test("an animal dropped off the middle of a square looks that way", async ({ page }) => {
  await open(page, "siam");
  await drag(page, "reserve:p1", "cell:a1", 0.9, 0.5);
  await expect.poll(() => playedMoves(page)).toEqual(["@a1E"]);
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
  await expect.poll(async () => (await playedMoves(page)).at(-1)).toBe("c5-");
});

test("a push shows its forces as a preview and when it is refused", async ({ page }) => {
  await open(page, "siam");
  await pick(page, "cell:c1", "facing:N", "cell:c5", "facing:S");
  await pick(page, "cell:c1", "cell:c2", "facing:N", "cell:c5", "cell:c4", "facing:S", "cell:c2");
  await place(page, "cell:c3").click();
  await expect(message(page)).toHaveText(
    /^The push needs 2 animals and has only 1\. 1 − 1 < 1: the row does not move\.$/,
  );
  await expect(page.locator("#board .plate")).toHaveText(["+1", "1", "−1", "0 < 1"]);
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
  await expect.poll(() => playedMoves(page)).toEqual(["pl"]);
});

test("pallets are dragged as a block, and a refused drag is explained", async ({ page }) => {
  await open(page, "saigon");
  await drag(page, "pallet:1.2", "slot:3");
  await expect.poll(() => playedMoves(page)).toEqual(["1-3x2"]);
  await expect(page.locator("#board .ready").first()).toBeVisible();
  await place(page, "pallet:2.0").click();
  await expect(message(page)).toHaveText("One pallet must stay on slot 2.");
});

test("letters choose a square and its shape at once", async ({ page }) => {
  await open(page, "samliam");
  await place(page, "cell:c4").focus();
  await page.keyboard.press("w");
  await expect.poll(() => playedMoves(page)).toEqual(["c4ne"]);
  await expect(place(page, "cell:c4")).toBeFocused();
});

test("a click in the filled half of a cell is refused, one in the free half fills it", async ({ page }) => {
  await open(page, "samliam");
  const at = async (x: number, y: number) => {
    const cell = place(page, "cell:c4");
    await expect(cell).toHaveClass(/\bready\b/);
    const { width = 0, height = 0 } = (await cell.boundingBox()) ?? {};
    await cell.click({ position: { x: x * width, y: y * height } });
  };
  await at(0.2, 0.2);
  await expect(moves(page)).toHaveText([/c4, top left/]);
  await at(0.2, 0.3);
  await expect(page.locator("#board .refusal")).not.toBeEmpty();
  await expect(moves(page)).toHaveCount(1);
  // Any point of the free half means it.
  await at(0.9, 0.4);
  await expect(moves(page)).toHaveText([/c4, top left/, /c4, bottom right/]);
});

test("threats are outlined on request", async ({ page }) => {
  await open(page, "samliam");
  for (const [key, letter] of ["b6 q", "e1 q", "d6 w", "e2 q", "b4 a"].map((each) => each.split(" "))) {
    await expect(place(page, `cell:${key}`)).toHaveClass(/\bready\b/);
    await place(page, `cell:${key}`).focus();
    await page.keyboard.press(letter ?? "");
    await expect(place(page, `cell:${key}`)).toHaveAccessibleName(/triangle/);
  }
  await expect(page.locator("#board .outline")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.locator("#board .outline")).toHaveCount(1);
  await expect(message(page)).toHaveText("Black needs one more corner for a square.");
  await expect(page.getByRole("button", { name: "Threats" })).toHaveAttribute("aria-pressed", "true");
});

test("without a threat, asking for threats is answered until something else is said", async ({ page }) => {
  const none = "No threat at the moment.";
  for (const game of GAMES) {
    await open(page, game);
    await expect(page.locator("#board [data-key].ready").first()).toBeVisible();
    await expect(message(page)).not.toHaveText(none);
    await page.locator("#board [data-key][tabindex='0']").focus();
    await page.keyboard.press("?");
    await expect(message(page)).toHaveText(none);
    await page.keyboard.press("?");
    await expect(message(page)).not.toHaveText(none);
    await page.keyboard.press("?");
    await expect(message(page)).toHaveText(none);
    await page.getByRole("button", { name: "Hint" }).first().click();
    await expect(message(page)).toHaveText(/\S/);
    await expect(message(page)).not.toHaveText(none);
  }
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
  await expect(message(page)).toHaveText(/^(Isis|Anubis) engages the /);
  await expect(page.locator("#board .glow")).not.toHaveCount(0);
  const answer = await ready.first().getAttribute("data-key");
  await place(page, answer ?? "").click();
  await expect(message(page)).toHaveText(
    /^\d \+ \d = \d+, (even|odd), so nearer [=≠] wins: \d+ points for (Isis|Anubis)\.$/,
  );
  await expect(page.locator("#board .sum")).toHaveText(/^\d \+ \d = \d+, (even|odd)$/);
  // A second tap puts the piece back.
  await place(page, answer ?? "").click();
  await expect(place(page, answer ?? "").locator("..")).toHaveAttribute("aria-selected", "false");
  await expect(moves(page)).toHaveCount(1);
  await place(page, answer ?? "").click();
  await place(page, "duel").click();
  await expect(moves(page)).toHaveCount(2);
});

test("a pusher is pulled or pushed at, and what it does is shown before", async ({ page }) => {
  await open(page, "saigon");
  const pusher = place(page, "push:r");
  await expect(pusher).toHaveClass(/\bready\b/);
  await pusher.hover();
  await expect(page.locator("#board .held")).toHaveCount(4);
  await expect(page.locator("#board .falls")).toHaveCount(1);
  await expect(message(page)).toHaveText("A dark pallet falls out, 3 slide, 12 are held.");
  // Released outside the board, it stays.
  const { x, y, width, height } = (await pusher.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.down();
  await page.mouse.move(x + 40, 2, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator("#board .held")).toHaveCount(0);
  await expect(moves(page)).toHaveCount(0);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 1.5 * width, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(moves(page)).toHaveCount(1);
});

test("a refused text is not kept in the field", async ({ page }) => {
  await open(page, "siam");
  await page.getByRole("button", { name: "Type a move" }).click();
  const field = page.getByRole("textbox", { name: "Move" });
  await field.fill("zz9");
  await field.press("Enter");
  await expect(page.locator("dialog .why")).not.toBeEmpty();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
});

test("the wheel shows all directions before the pointer is over it", async ({ page }) => {
  await open(page, "siam");
  await pick(page, "reserve:p1", "cell:c1");
  await page.mouse.move(0, 0);
  for (const way of ["N", "E", "S", "W"]) await expect(place(page, `facing:${way}`)).toBeVisible();
  await expect(page.locator("#board svg .way path")).toHaveCount(4);
});

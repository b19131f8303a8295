import { expect, test, type Page } from "@playwright/test";
import { pick, place, playedMoves } from "./moves";

/** Faults that newcomers met on the play page. */
const open = async (page: Page, address: string) => {
  await page.goto(address);
  await expect(page.locator("#board [data-key]").first()).toBeVisible();
};

test("resigning asks, playing again keeps the side, and Play starts a new game afterwards", async ({
  page,
}) => {
  await open(page, "/play/siam?level=1&side=p2");
  const near = page.locator(".near-area");
  await expect(near).toContainText("Rhinos");
  // The computer begins.
  const moves = page.locator(".moves ol > li");
  await expect(moves).toHaveCount(1);
  const resign = page.getByRole("button", { name: "Resign", exact: true });
  await resign.click();
  await page.getByRole("button", { name: "Keep playing" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await resign.click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  const result = page.getByRole("dialog", { name: "You lost" });
  await expect(result).toContainText("You resigned.");
  await result.getByRole("button", { name: "Play again" }).click();
  await expect(result).toHaveCount(0);
  await expect(near).toContainText("Rhinos");
  // The second game is left resigned too: the home page leads to a third one.
  await expect(moves).toHaveCount(1);
  await resign.click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await expect(result).toBeVisible();
  await page.goto("/");
  await page.getByRole("link", { name: /^Play Siam/ }).click();
  await expect(page.locator("#board")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(resign).toBeVisible();
});

test("a refused text is not kept in the field", async ({ page }) => {
  await open(page, "/play/siam?friend");
  await page.getByRole("button", { name: "Type a move" }).click();
  const field = page.getByRole("textbox", { name: "Move" });
  await field.fill("zz9");
  await field.press("Enter");
  await expect(page.locator("dialog .why")).not.toBeEmpty();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
});

test("the wheel shows all directions before the pointer is over it", async ({ page }) => {
  await open(page, "/play/siam?friend");
  await pick(page, "reserve:p1", "cell:c1");
  await page.mouse.move(0, 0);
  for (const way of ["N", "E", "S", "W"]) await expect(place(page, `facing:${way}`)).toBeVisible();
  await expect(page.locator("#board svg .way path")).toHaveCount(4);
});

test("a small screen names what is an icon on a large one", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/play/samliam?friend");
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.click();
  await page.getByRole("button", { name: "Threats" }).click();
  await more.click();
  await expect(page.getByRole("button", { name: "Threats" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Type a move" }).click();
  const field = page.getByRole("textbox", { name: "Move" });
  await field.fill("c3se");
  await field.press("Enter");
  await expect.poll(() => playedMoves(page)).toEqual(["c3se"]);
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

import { expect, test } from "@playwright/test";
import { movesOf } from "./moves";
import { GAMES } from "./support";

/** A game with text only, as with a screen reader. */
for (const game of GAMES) {
  test(`${game} can be read and played as text`, async ({ page }) => {
    await page.goto(`/play/${game}?level=1&deal=7`);
    await expect(page.getByRole("grid")).toBeVisible();
    const position = page.getByRole("region", { name: "Description of the board" });
    await expect(position.getByRole("listitem").first()).not.toBeEmpty();

    await page.getByRole("button", { name: "Type a move" }).first().click();
    const box = page.getByRole("dialog").getByRole("textbox");
    await box.fill("nonsense");
    await box.press("Enter");
    await expect(box).toHaveAccessibleDescription(/\S/);
    await expect(box).toHaveAttribute("aria-invalid", "true");
    const move = movesOf(game).sample;
    await box.fill(move);
    await box.press("Enter");
    await expect(page.locator(".moves ol > li").first()).not.toBeEmpty();
    // What happened is announced.
    await expect(page.locator("#board .message[role=status]")).not.toBeEmpty();
  });
}

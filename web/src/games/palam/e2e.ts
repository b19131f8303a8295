import { expect } from "@playwright/test";
import type { GameMoves } from "../../../e2e/moves";

export const moves: GameMoves = {
  sample: "a2",
  async stages(_, move) {
    return move.length === 2
      ? [`cell:${move}`, "duel"]
      : [`cell:${move.slice(0, 2)}`, `cell:${move.slice(2)}`];
  },
  /** Some legal move: a piece that may advance, and the duel row. */
  async anyMove(page) {
    const ready = page.locator("#board [data-key^='cell:'].ready");
    await expect(ready.first()).toBeVisible();
    const legal = await ready.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute("data-key")?.slice(5) ?? ""),
    );
    for (const cell of legal) {
      const target = page.locator(`#board [data-key="cell:${cell}"]`);
      await target.click();
      await expect(target.locator("..")).toHaveAttribute("aria-selected", "true");
      const canAdvance = (await page.locator("#board [data-key='duel'].ready").count()) > 0;
      await page.keyboard.press("Escape");
      await expect(target.locator("..")).toHaveAttribute("aria-selected", "false");
      if (canAdvance) return cell;
    }
    throw new Error("no piece may advance");
  },
};

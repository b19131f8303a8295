import { expect, test, type Page } from "@playwright/test";
import { pick } from "./moves";

/** The order in which things are shown, as a list of events and not by the clock. */
const recorded = (page: Page) => page.evaluate(() => (window as unknown as { recorded: string[] }).recorded);

/** Records the text below the board, and the sum of a duel while it is shown. */
async function recordWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const list: string[] = [];
    Object.assign(window, { recorded: list });
    const board = document.querySelector("#board");
    const text = (part: string) => board?.querySelector(part)?.textContent?.trim() ?? "";
    const record = () => {
      const now = `${text(".now")} ${text(".sum")}`.trim();
      if (list.at(-1) !== now) list.push(now);
    };
    if (board)
      new MutationObserver(record).observe(board, { childList: true, subtree: true, characterData: true });
  });
}

test("the next turn begins when the duel has been shown", async ({ page }) => {
  await page.goto("/play/palam?level=1&side=p1&deal=7");
  await expect(page.locator("#board [data-key='cell:a2']")).toHaveClass(/\bready\b/);
  await recordWords(page);
  // Nothing of Anubis matches: the answer is forced, Isis loses the duel and moves next.
  await pick(page, "cell:a2", "duel");
  await expect(page.locator(".moves ol > li")).toHaveCount(2);
  await expect(page.locator("#board .now")).toHaveText(/^Your turn/);
  const words = await recorded(page);
  const after = words.slice(words.indexOf("The computer is thinking…"));
  expect(after).toEqual([
    "The computer is thinking…",
    "The computer plays.",
    "The computer plays. 4 + 3 = 7, odd",
    expect.stringMatching(/^The computer plays\.$|^Your turn/),
    ...after.slice(4),
  ]);
  expect(after.at(-1)).toMatch(/^Your turn: /);
  expect(after.filter((now) => now.startsWith("Your turn") && now.includes("="))).toEqual([]);
});

for (const motion of ["no-preference", "reduce"] as const) {
  test(`a pallet drops into its rack, motion: ${motion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      const list: string[] = [];
      Object.assign(window, { recorded: list });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        if (this.closest(".rack"))
          list.push(this.closest(".tray")?.classList.contains("far") ? "far" : "near");
        return animate.apply(this, how);
      };
    });
    await page.goto("/play/saigon?friend");
    // The bottom pallet of slot 4 is dark: it belongs to the rack of the player at the top.
    await pick(page, "push:r");
    await expect(page.locator(".tray.far .rack .full")).toHaveCount(1);
    await expect(page.locator(".tray.near .rack .full")).toHaveCount(0);
    expect(await recorded(page)).toEqual(motion === "reduce" ? [] : ["far"]);
  });
}

import { expect, test, type Page } from "@playwright/test";
import { GAMES } from "./support";

/** What pages load and how they are drawn: the causes of their speed, which does not depend on the machine. */

/** The files of the build that a page requests before anything is done on it. */
async function filesOf(page: Page, address: string): Promise<string[]> {
  const files: string[] = [];
  const note = (request: { url(): string }) => files.push(new URL(request.url()).pathname);
  page.on("request", note);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  return files;
}

test("only pages with a board load its code, the rules and the engine", async ({ page }) => {
  const isOfBoard = (file: string) => /\/(play|scene|worker)-[^/]+\.js$|\.wasm$/.test(file);
  const kinds = (files: string[]) =>
    new Set(files.filter(isOfBoard).map((file) => /[^/-]+/.exec(file.slice(8))?.[0]));
  expect(kinds(await filesOf(page, "/play/siam?level=1"))).toEqual(
    new Set(["play", "scene", "worker", "mekong"]),
  );
  for (const address of ["/", "/lobby", "/learn", "/learn/siam", "/settings"]) {
    expect((await filesOf(page, address)).filter(isOfBoard), address).toEqual([]);
  }
});

/** Notes which of the parts were added to the page together, that is, in one task. */
async function watchTasks(page: Page, parts: readonly string[]): Promise<() => Promise<string[][]>> {
  await page.addInitScript((parts) => {
    const tasks: string[][] = [];
    Object.assign(window, { tasks });
    new MutationObserver(() => {
      const seen = tasks.flat();
      const fresh = parts.filter((part) => !seen.includes(part) && document.querySelector(part) !== null);
      if (fresh.length > 0) tasks.push(fresh);
    }).observe(document, { childList: true, subtree: true });
  }, parts);
  return () => page.evaluate(() => (window as unknown as { tasks: string[][] }).tasks);
}

test("the parts of a page are drawn one per task", async ({ page }) => {
  const pages = {
    "/": ["header", ".hero", ...GAMES.map((id) => `[data-game="${id}"]`)],
    "/play/siam?friend": [
      "header",
      ".board .below",
      ".far-area .bar",
      ".near-area .bar",
      "#board .picture svg",
      "#board .picture [data-key]",
      ".side .moves ol",
      ".side .actions button",
    ],
  };
  for (const [address, parts] of Object.entries(pages)) {
    const tasks = await watchTasks(page, parts);
    await page.goto(address);
    await expect(async () => expect((await tasks()).flat().sort()).toEqual([...parts].sort())).toPass();
    expect((await tasks()).filter((task) => task.length > 1)).toEqual([]);
  }
});

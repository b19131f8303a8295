import { expect, type Locator, type Page } from "@playwright/test";
import type { Game } from "./support";

/** Three ways to make a choice on a board. */
export type Hand = "mouse" | "touch" | "keyboard";

const place = (page: Page, key: string): Locator => page.locator(`#board [data-key="${key}"]`);

/** What one chooses for a move, stage by stage. What follows by itself is not asked for. */
async function stages(page: Page, game: Game, move: string, ply: number): Promise<string[]> {
  if (game === "siam") {
    const cells = (move.match(/[a-e][1-5]/g) ?? []).map((cell) => `cell:${cell}`);
    const facing = /[NESW]$/.test(move) ? [`facing:${move.at(-1)}`] : [];
    if (move.startsWith("@")) return [`reserve:p${(ply % 2) + 1}`, ...cells, ...facing];
    if (move.endsWith("-")) return [...cells, "leave"];
    return cells.length === 1 ? [...cells, ...cells, ...facing] : [...cells, ...facing];
  }
  if (game === "samliam") {
    const [cell, shape] = [move.slice(0, 2), move.slice(2)];
    return [`cell:${cell}`, shape === "#" ? "tile" : `corner:${shape}`];
  }
  if (game === "saigon") {
    if (move === "pass") return ["pass"];
    const [, from = "", to = "", count = "0"] = /^([1-4])-([1-4])x(\d+)$/.exec(move) ?? [];
    if (from === "") return [`push:${move[1]}`];
    const height = await page.locator(`#board [data-key^="pallet:${from}."]`).count();
    return [`pallet:${from}.${height - Number(count)}`, `slot:${to}`];
  }
  return move.length === 2 ? [`cell:${move}`, "duel"] : [`cell:${move.slice(0, 2)}`, `cell:${move.slice(2)}`];
}

async function walkTo(page: Page, key: string): Promise<void> {
  const target = place(page, key);
  const from = async () =>
    page.evaluate(() => document.activeElement?.closest("[data-key]")?.getAttribute("data-key") ?? "");
  if ((await from()) === "") await page.locator("#board [data-key][tabindex='0']").first().focus();
  const visits = new Map<string, number>();
  for (let steps = 0; steps < 120; steps += 1) {
    const current = await from();
    if (current === key) return;
    const [here, there] = [await page.locator(":focus").boundingBox(), await target.boundingBox()];
    if (!here || !there) throw new Error(`${key} is nowhere`);
    const [right, down] = [
      there.x + there.width / 2 - here.x - here.width / 2,
      there.y + there.height / 2 - here.y - here.height / 2,
    ];
    // Saigon's places stand above their stacks, however high those are.
    if (key.startsWith("slot:") && !current.startsWith("slot:")) {
      await page.keyboard.press("ArrowUp");
      continue;
    }
    const isMostlyDown = Math.abs(down) > Math.min(here.height, there.height) / 2;
    const [vertical, horizontal] = [
      down > 0 ? "ArrowDown" : "ArrowUp",
      right > 0 ? "ArrowRight" : "ArrowLeft",
    ];
    const [first, second] = isMostlyDown ? [vertical, horizontal] : [horizontal, vertical];
    // Whoever comes to the same place again tries another way.
    const ways = [first, second, "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    const seen = visits.get(current) ?? 0;
    visits.set(current, seen + 1);
    await page.keyboard.press(ways[seen % ways.length] ?? first);
  }
  expect(await from()).toBe(key);
}

/** Makes one choice. */
async function choose(page: Page, hand: Hand, key: string): Promise<void> {
  if (key === "leave" || key === "pass") {
    const button = page
      .locator("#board")
      .getByRole("button", { name: key === "pass" ? "Pass" : "Leave the board" });
    if (hand === "touch") await button.tap();
    else if (hand === "mouse") await button.click();
    else await button.press("Enter");
    return;
  }
  if (hand === "touch") return place(page, key).tap();
  if (hand === "mouse") return place(page, key).click();
  await walkTo(page, key);
  await page.keyboard.press("Enter");
}

const count = (page: Page) => page.locator(".moves ol > li").count();

/** Makes a whole move and waits until it counts. */
export async function play(page: Page, hand: Hand, game: Game, move: string, ply: number): Promise<void> {
  const before = await count(page);
  const [first, corner] = game === "samliam" ? [move.slice(0, 2), move.slice(2)] : ["", "#"];
  if (hand === "mouse" && corner !== "#") {
    // The quarter of the cell that is clicked is the corner that is meant.
    const cell = place(page, `cell:${first}`);
    const { width = 0, height = 0 } = (await cell.boundingBox()) ?? {};
    const [x, y] = [corner.endsWith("e") ? 0.8 : 0.2, corner.startsWith("s") ? 0.8 : 0.2];
    await cell.click({ position: { x: x * width, y: y * height } });
    // The rules are asked in a worker: before they have answered, another click would be the next move.
    await expect.poll(() => count(page)).toBeGreaterThan(before);
  }
  for (const key of await stages(page, game, move, ply)) {
    if ((await count(page)) > before) break;
    const isShape = /^(facing|corner):/.test(key);
    // The only shape that is possible follows by itself.
    if (isShape && (await place(page, key).count()) === 0) break;
    await choose(page, hand, key);
  }
  await expect(page.locator(".moves ol > li").nth(before)).toContainText(move);
}

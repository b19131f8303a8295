import { expect, type Locator, type Page } from "@playwright/test";
import { GAMES } from "./support";

/** Three ways to make a choice on a board. */
export type InputMethod = "mouse" | "touch" | "keyboard";

/** How the moves of a game are made on its board; in `games/GAME.ts`. */
export interface GameMoves {
  /** A legal first move. */
  readonly sample: string;
  /** A whole game, a short one, and who wins it. */
  readonly whole?: { readonly moves: string; readonly winner: string };
  /** What is chosen for a move, stage by stage. What follows by itself is not asked for. */
  stages(page: Page, move: string, ply: number): Promise<string[]>;
  /** A single click that makes the move: where in a place, in shares of its size. */
  click?(move: string): { readonly key: string; readonly x: number; readonly y: number } | undefined;
  /** A legal move in the position on the board, for games that depend on the deal. */
  anyMove?(page: Page): Promise<string>;
}

const games = new Map<string, GameMoves>();
for (const game of GAMES) {
  games.set(game, ((await import(`./games/${game}.ts`)) as { moves: GameMoves }).moves);
}

export function movesOf(game: string): GameMoves {
  const moves = games.get(game);
  if (!moves) throw new Error(`e2e/games/${game}.ts is missing`);
  return moves;
}

const place = (page: Page, key: string): Locator => page.locator(`#board [data-key="${key}"]`);

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
    // Slots stand above their stacks, however high those are.
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
    // A place visited before: try another direction.
    const ways = [first, second, "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
    const seen = visits.get(current) ?? 0;
    visits.set(current, seen + 1);
    await page.keyboard.press(ways[seen % ways.length] ?? first);
  }
  expect(await from()).toBe(key);
}

/** Selects one place or shape. */
async function choose(page: Page, method: InputMethod, key: string): Promise<void> {
  if (key === "leave" || key === "pass") {
    const button = page
      .locator("#board")
      .getByRole("button", { name: key === "pass" ? "Pass" : "Leave the board" });
    if (method === "touch") await button.tap();
    else if (method === "mouse") await button.click();
    else await button.press("Enter");
    return;
  }
  // The rules are asked in a worker: before they have answered, the board takes no choice.
  const target = place(page, key);
  await expect(target).toHaveClass(/\bready\b/);
  if (method === "touch") return target.tap();
  if (method === "mouse") return target.click();
  await walkTo(page, key);
  await page.keyboard.press("Enter");
}

const count = (page: Page) => page.locator(".moves ol > li").count();

/** Makes a move and waits until it is in the move list. */
export async function play(
  page: Page,
  method: InputMethod,
  game: string,
  move: string,
  ply: number,
): Promise<void> {
  const before = await count(page);
  const click = method === "mouse" ? movesOf(game).click?.(move) : undefined;
  if (click) {
    const target = place(page, click.key);
    await expect(target).toHaveClass(/\bready\b/);
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    await target.click({ position: { x: click.x * width, y: click.y * height } });
    // The rules are asked in a worker: before they have answered, another click would be the next move.
    await expect.poll(() => count(page)).toBeGreaterThan(before);
  }
  for (const key of await movesOf(game).stages(page, move, ply)) {
    if ((await count(page)) > before) break;
    const isShape = /^(facing|corner):/.test(key);
    // The only possible shape is selected automatically.
    if (isShape && (await place(page, key).count()) === 0) break;
    await choose(page, method, key);
  }
  await expect(page.locator(".moves ol > li").nth(before)).toContainText(move);
}

import { expect, type Locator, type Page } from "@playwright/test";
import { gameFolders } from "../build/games.ts";
import { cellsOf } from "../src/board/cells.ts";

/** Three ways to make a choice on a board. */
export type InputMethod = "mouse" | "touch" | "keyboard";

/** How the moves of a game are made on its board; in `e2e.ts` in its folder. */
export interface GameMoves {
  /** A legal first move. */
  readonly sample: string;
  /** A short complete game and its winner. */
  readonly whole?: { readonly moves: string; readonly winner: string };
  /** The choices that make a move, in order, without those made automatically. By default the cells of the move. */
  stages?(page: Page, move: string, ply: number): Promise<string[]>;
  /** Whether a choice is made automatically if it is the only one. */
  isAutomatic?(key: string): boolean;
  /** The arrow key that leads from one place to another, if the direction on the screen does not show it. */
  arrowTowards?(from: string, to: string): string | undefined;
  /** A single click that makes the move, at a point of a place in fractions of its size. */
  click?(move: string): { readonly key: string; readonly x: number; readonly y: number } | undefined;
  /** A drag from one place to another that the rules refuse after this many plies of `whole`; the next ply can be dragged. */
  readonly refusedDrag?: { readonly ply: number; readonly from: string; readonly to: string };
  /** A legal move in the position on the board, for games that depend on the deal. */
  anyMove?(page: Page): Promise<string>;
}

const games = new Map<string, GameMoves>();
for (const game of gameFolders(true)) {
  games.set(game, ((await import(`../src/games/${game}/e2e.ts`)) as { moves: GameMoves }).moves);
}

export function movesOf(game: string): GameMoves {
  const moves = games.get(game);
  if (!moves) throw new Error(`src/games/${game}/e2e.ts is missing`);
  return moves;
}

/** The places that are chosen for a move. */
export const stagesOf = async (page: Page, game: string, move: string, ply: number): Promise<string[]> =>
  movesOf(game).stages?.(page, move, ply) ?? cellsOf(move).map((cell) => `cell:${cell}`);

/** The button of a place or shape. */
export const place = (page: Page, key: string): Locator => page.locator(`#board [data-key="${key}"]`);

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
    if (!here || !there) throw new Error(`${key} is not on the board`);
    const [right, down] = [
      there.x + there.width / 2 - here.x - here.width / 2,
      there.y + there.height / 2 - here.y - here.height / 2,
    ];
    const required = [...games.values()].flatMap((moves) => moves.arrowTowards?.(current, key) ?? []);
    if (required[0] !== undefined) {
      await page.keyboard.press(required[0]);
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
  // The board takes no input before the worker has sent the legal moves. What has no place on it has a button below it.
  const action = page.locator(`#board [data-action="${key}"]`);
  const ready = page.locator(`#board [data-key="${key}"].ready`);
  await expect(action.or(ready).first()).toBeVisible();
  const isAction = (await action.count()) > 0;
  const target = isAction ? action : place(page, key);
  if (method === "touch") return target.tap();
  if (method === "mouse") return target.click();
  if (isAction) return target.press("Enter");
  await walkTo(page, key);
  await page.keyboard.press("Enter");
}

/** Clicks places and shapes one after the other, each when it can be chosen. */
export async function pick(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await choose(page, "mouse", key);
}

/** Taps places and shapes one after the other, each when it can be chosen. */
export async function tap(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await choose(page, "touch", key);
}

const count = (page: Page) => page.locator(".moves ol > li").count();

/** The moves of the list, in notation. */
export const playedMoves = (page: Page): Promise<(string | null)[]> =>
  page
    .locator(".moves ol > li [data-move]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));

/** Clicks a point of a place, in fractions of its size as the first player sees it. */
async function clickAt(
  page: Page,
  { key, x, y }: { readonly key: string; readonly x: number; readonly y: number },
  isFlipped: boolean,
): Promise<void> {
  const target = place(page, key);
  await expect(target).toHaveClass(/\bready\b/);
  const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  const [right, down] = isFlipped ? [1 - x, 1 - y] : [x, y];
  await target.click({ position: { x: right * width, y: down * height } });
}

/** Makes a move. On a flipped board the second player is at the bottom. */
export async function makeMove(
  page: Page,
  method: InputMethod,
  game: string,
  move: string,
  ply: number,
  isFlipped = false,
): Promise<void> {
  const before = await count(page);
  const click = method === "mouse" ? movesOf(game).click?.(move) : undefined;
  if (click) return clickAt(page, click, isFlipped);
  for (const key of await stagesOf(page, game, move, ply)) {
    if ((await count(page)) > before) break;
    // The only possible shape is selected automatically.
    if (movesOf(game).isAutomatic?.(key) && (await place(page, key).count()) === 0) break;
    await choose(page, method, key);
  }
}

/** Makes a move and waits until it is in the move list. */
export async function play(
  page: Page,
  method: InputMethod,
  game: string,
  move: string,
  ply: number,
  isFlipped = false,
): Promise<void> {
  const before = await count(page);
  await makeMove(page, method, game, move, ply, isFlipped);
  // The move is applied by a worker: an earlier click would count for the next move.
  await expect(page.locator(".moves ol > li").nth(before).locator("[data-move]")).toHaveAttribute(
    "data-move",
    move,
  );
}

/** Makes a move by one click, also where there is no list of moves; `flipped` if the second player's side is at the bottom. */
export async function clickMove(page: Page, game: string, move: string, flipped = false): Promise<void> {
  const click = movesOf(game).click?.(move);
  if (!click) throw new Error(`${move} is not made by one click`);
  await clickAt(page, click, flipped);
}

/** Drags from one place to a point of another, given as fractions of its size. */
export async function drag(page: Page, from: string, to: string, x = 0.5, y = 0.5): Promise<void> {
  // The board takes no input before the last move has come to rest.
  await expect(place(page, from)).toHaveClass(/\bdraggable\b/);
  const [a, b] = [await place(page, from).boundingBox(), await place(page, to).boundingBox()];
  if (!a || !b) throw new Error(`${from} or ${to} is not on the board`);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
  await page.mouse.move(b.x + x * b.width, b.y + y * b.height, { steps: 4 });
  await page.mouse.up();
}

import { expect, type Locator, type Page } from "@playwright/test";
import { limitSearches, saveOnDevice } from "./device";

/** A moment of a game that a reference picture shows; those of a game are in `screenshots.ts` in its folder. */
export interface Screenshot {
  /** The name of the picture, after that of the game. */
  readonly name: string;
  /** The moves that were played before the page is opened. */
  readonly moves?: string;
  readonly variant?: readonly string[];
  /** The seat of the local player against the computer; two players on one screen without it. */
  readonly side?: "p1" | "p2";
  /** On a phone unless it is named. */
  readonly size?: keyof typeof SIZES;
  readonly theme?: "light" | "dark";
  readonly lang?: "en" | "fr";
  /** Whether it is the first game of this kind on the device, in which a guided opening is offered. */
  readonly isFirst?: boolean;
  /** What the player does before the picture is taken. */
  act?(page: Page): Promise<void>;
}

export const SIZES = {
  phone: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  desktop: { width: 1440, height: 900 },
} as const;

const SEED = 7;

/** Opens the play page with the moves played, and with searches and chance that always give the same. */
export async function openScreenshot(page: Page, game: string, screenshot: Screenshot): Promise<void> {
  const { moves = "", variant = [], side, isFirst = false, lang = "en" } = screenshot;
  const level = side === undefined ? undefined : 1;
  const saved = {
    setup: { game, variant, seed: SEED, level, side: side ?? "p1" },
    moves: moves.split(" ").filter(Boolean),
  };
  const opponent = level === undefined ? "friend" : "computer";
  await limitSearches(page);
  await saveOnDevice(page, {
    lang,
    [`guided.${game}`]: !isFirst,
    ...(saved.moves.length > 0 && { [`game.${game}.${opponent}`]: saved }),
  });
  await page.addInitScript(() => (Math.random = () => 0.5));
  await page.goto(`/play/${game}?${level === undefined ? "friend" : `level=${level}`}&deal=${SEED}`);
  await expect(page.locator("#board .picture")).toBeVisible();
  await expect(page.locator("#board .now")).not.toBeEmpty();
}

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

/** Shows where to look. */
export async function hint(page: Page): Promise<void> {
  await button(page, "Hint").click();
  await expect(button(page, "Show move")).toBeVisible();
}

/** Shows the whole move and its likely reply. */
export async function hintMove(page: Page): Promise<void> {
  await hint(page);
  await button(page, "Show move").click();
  await expect(page.locator("[data-hint]")).toHaveCount(1);
}

/** Begins the guided opening. */
export async function guide(page: Page): Promise<void> {
  await button(page, "Show me").click();
  await expect(page.locator("[data-hint]")).toHaveCount(1);
}

/** Resigns the game. */
export async function resign(page: Page): Promise<void> {
  await button(page, "Resign").click();
  await button(page, "Yes, resign").click();
  await result(page);
}

/** Waits until the result stands beside the board, with its key moment. */
export async function result(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
}

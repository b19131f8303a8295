import { board } from "./en/board";
import { frame } from "./en/frame";
import type { Navigation } from "../play/MoveNavigation.svelte";

/** The texts of the pages in English. French has the same keys; the compiler checks it. */
export const en = {
  ...frame,
  board,
  level: (level: number) => `Level ${level}`,
  side: { random: "Random side" },
  moveNavigation: {
    start: "Start",
    previous: "Previous move",
    next: "Next move",
    last: "Last move",
  } satisfies Record<Navigation, string>,
  loading: "Loading the board…",
  traditional: "Traditional game",
  credit: (text: string) => `${text}. Unofficial site, not affiliated with the author or publisher.`,
};

export type FrameTexts = typeof en;

import { tick } from "svelte";

/** Moves the focus to the board, for keyboard users whose button has gone with the position before. */
export async function focusBoard(): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>("#board [data-key][tabindex='0']")?.focus({ preventScroll: true });
}

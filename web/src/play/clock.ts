import type { Lang } from "../i18n/index.svelte";
import { playTexts } from "../i18n/play";

/** Formats a clock: hours if there are any, tenths near the end. */
export function clockText(milliseconds: number, lang: Lang): string {
  const left = Math.max(milliseconds, 0);
  if (left < 10_000) {
    // Round down: never show more than is left.
    const tenths = Math.floor(left / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours >= 48) return playTexts.in(lang).daysAndHours(Math.floor(hours / 24), hours % 24);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Whether the clock is low and should be highlighted. */
export const isLow = (milliseconds: number): boolean => milliseconds < 20_000;

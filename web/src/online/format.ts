/** Formats users, clocks and dates in the current language. */
import { i18n } from "../i18n/index.svelte";
import { online } from "../i18n/online/index.svelte";
import { GAMES } from "../games";
import type { ClockKind, SeatView, UserRef } from "../net/wire";

export const gameTitle = (id: string): string => GAMES.find((game) => game.id === id)?.title ?? id;

export function userName(user: UserRef): string {
  const { guest, gone, bot } = online.t.people;
  if (user.name === null) return user.kind === "deleted" ? gone : guest;
  return user.kind === "bot" ? bot(user.name) : user.name;
}

export function seatName(seat: SeatView): string {
  const { computer, unknown } = online.t.people;
  if (seat.kind === "computer") return computer(seat.level);
  return seat.kind === "user" ? userName(seat.user) : (seat.name ?? unknown);
}

/** The name with the rating, if there is one. */
export function seatNameRated(seat: SeatView): string {
  const name = seatName(seat);
  return seat.kind === "user" && seat.rating !== null
    ? online.t.people.rated(name, Math.round(seat.rating))
    : name;
}

/** The address of the player's profile, if there is one. */
export function seatAddress(seat: SeatView): string | undefined {
  return seat.kind === "user" && seat.user.name !== null ? profileAddress(seat.user.name) : undefined;
}

export const profileAddress = (name: string): string => `/@/${encodeURIComponent(name)}`;

export function formatClock(clock: ClockKind): string {
  const words = online.t.clock;
  if (clock.kind === "none") return words.none;
  if (clock.kind === "days") return words.days(clock.days);
  const minutes = clock.base / 60;
  const isWhole = Number.isInteger(minutes) || (minutes > 1 && Number.isInteger(2 * minutes));
  return words.fischer(isWhole ? words.minutes(minutes) : words.seconds(clock.base), clock.increment);
}

/** A duration in words, for screen readers. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(Math.max(milliseconds, 0) / 1_000);
  const part = (unit: number, of: number) => Math.floor(seconds / unit) % of;
  return online.t.clock.inWords(part(86_400, Infinity), part(3_600, 24), part(60, 60), seconds % 60);
}

export const formatDate = (at: number): string =>
  new Intl.DateTimeFormat(i18n.lang, { dateStyle: "medium" }).format(at);

export const formatDateTime = (at: number): string =>
  new Intl.DateTimeFormat(i18n.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);

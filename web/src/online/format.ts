/** Formats users, clocks and dates in the current language. */
import { i18n } from "../i18n/index.svelte";
import { localized } from "../i18n/localized";
import { onlineTexts } from "../i18n/online";
import { GAMES } from "../games";
import type { Notification } from "../net/notifications";
import type { Clock, SeatView, UserView } from "../net/schema";

export const gameTitle = (id: string): string =>
  localized(GAMES.find((game) => game.id === id)?.title ?? id, i18n.lang);

export function userName(user: UserView): string {
  const { guest, gone, bot } = onlineTexts.t.people;
  if (user.name === null) return user.kind === "deleted" ? gone : (user.guest_name?.[i18n.lang] ?? guest);
  return user.kind === "bot" ? bot(user.name) : user.name;
}

/** What a user's avatar is chosen by. */
export const avatarSeed = (user: UserView): string => user.name ?? user.guest_name?.en ?? user.id;

/** The avatar of the player on a seat. */
export function seatAvatar(seat: SeatView): { readonly seed: string; readonly kind: "player" | "computer" } {
  if (seat.kind === "computer") return { seed: "", kind: "computer" };
  return { seed: seat.kind === "user" ? avatarSeed(seat.user) : (seat.name ?? ""), kind: "player" };
}

export function seatName(seat: SeatView): string {
  const { computer, unknown } = onlineTexts.t.people;
  if (seat.kind === "computer") return computer(seat.level);
  return seat.kind === "user" ? userName(seat.user) : (seat.name ?? unknown);
}

/** The rating as a text; empty if there is none. */
export const seatRating = (seat: SeatView): string =>
  seat.kind === "user" && seat.rating !== null ? String(Math.round(seat.rating)) : "";

/** The name with the rating, if there is one. */
export function seatNameRated(seat: SeatView): string {
  const [name, rating] = [seatName(seat), seatRating(seat)];
  return rating === "" ? name : onlineTexts.t.people.rated(name, Number(rating));
}

/** The address of the player's profile, if there is one. */
export function seatAddress(seat: SeatView): string | undefined {
  return seat.kind === "user" && seat.user.name !== null ? profileAddress(seat.user.name) : undefined;
}

export const profileAddress = (name: string): string => `/@/${encodeURIComponent(name)}`;

/** The minutes of a clock, such as "2.5"; undefined if seconds say it better. */
function clockMinutes(seconds: number): string | undefined {
  const minutes = seconds / 60;
  const isSimple = Number.isInteger(minutes) || (minutes > 1 && Number.isInteger(2 * minutes));
  return isSimple ? new Intl.NumberFormat(i18n.lang).format(minutes) : undefined;
}

export function formatClock(clock: Clock): string {
  const t = onlineTexts.t.clock;
  if (clock.kind === "none") return t.none;
  if (clock.kind === "days") return t.days(clock.days);
  const minutes = clockMinutes(clock.base);
  return t.fischer(minutes === undefined ? t.seconds(clock.base) : t.minutes(minutes), clock.increment);
}

/** A clock in a few signs, such as "5 + 3". */
export function shortClock(clock: Clock): string {
  const t = onlineTexts.t.clock;
  if (clock.kind === "none") return t.none;
  if (clock.kind === "days") return t.shortDays(clock.days);
  return `${clockMinutes(clock.base) ?? t.seconds(clock.base)}\u202f+\u202f${clock.increment}`;
}

/** A duration in words, for screen readers. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(Math.max(milliseconds, 0) / 1_000);
  const part = (unit: number, of: number) => Math.floor(seconds / unit) % of;
  return onlineTexts.t.clock.inWords(part(86_400, Infinity), part(3_600, 24), part(60, 60), seconds % 60);
}

/** The time until a deadline in milliseconds since 1970, such as "9 hours left". */
export function timeLeft(deadline: number): string {
  const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
  const left = deadline - Date.now();
  // Hours matter on the last days, minutes in the last hour, seconds at the end.
  const unit = left > 2 * DAY ? DAY : left > HOUR ? HOUR : left > MINUTE ? MINUTE : 1;
  return onlineTexts.t.clock.left(formatDuration(left - (left % unit)));
}

export const formatDate = (at: number): string =>
  new Intl.DateTimeFormat(i18n.lang, { dateStyle: "medium" }).format(at);

export const formatDateTime = (at: number): string =>
  new Intl.DateTimeFormat(i18n.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);

export function notificationText(what: Notification): string {
  const t = onlineTexts.t.notifications;
  if (what.kind === "challenge") {
    const { from, game } = what.challenge;
    return t.challenge(userName(from), gameTitle(game));
  }
  const { opponent, game } = what.game;
  const text = what.kind === "turn" ? t.turn : t.started;
  return text(gameTitle(game), seatName(opponent));
}

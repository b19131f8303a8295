/** How a game ended, in words. */
import { online } from "../i18n/online/index.svelte";
import type { OnlineGame } from "../net/game.svelte";
import { toSentence } from "../net/api";
import { seatName } from "./format";

export function resultTitle(game: OnlineGame): string {
  const t = online.t.game;
  const { end } = game.state;
  if (!end || !game.info) return "";
  if (end.reason === "aborted") return t.abortedTitle;
  if (end.winner === null) return t.drawn;
  if (game.you === null) return t.won(seatName(game.info.players[end.winner]));
  return end.winner === game.you ? t.youWon : t.youLost;
}

export function resultReason(game: OnlineGame): string {
  const { own, reasons } = online.t.game;
  const { end } = game.state;
  if (!end || !game.info) return "";
  const loser = end.winner === "p1" ? "p2" : "p1";
  if (end.reason === "resignation" || end.reason === "time") {
    if (loser === game.you) return own[end.reason];
    return reasons[end.reason](seatName(game.info.players[loser]));
  }
  if (end.reason === "agreement" || end.reason === "length" || end.reason === "aborted") {
    return reasons[end.reason];
  }
  // The rules' own words.
  return toSentence(game.latest?.ending ?? "");
}

/** The address of the review, which knows the seat of the user. */
export const reviewAddress = ({ id, you }: OnlineGame): string =>
  `/analysis/game/${id}?review${you === null ? "" : `&side=${you}`}`;

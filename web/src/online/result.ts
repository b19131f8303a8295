/** How a game ended, in words. */
import { opponentOf } from "../board/seats";
import { onlineGameTexts } from "../i18n/onlineGame";
import type { OnlineGame } from "../net/game.svelte";
import { sentence } from "../i18n/phrases";
import { seatName } from "./format";

export function resultTitle(game: OnlineGame): string {
  const t = onlineGameTexts.t.game;
  const { end } = game.state;
  if (!end || !game.view) return "";
  if (end.reason === "aborted") return t.abortedTitle;
  if (end.winner === null) return t.drawn;
  if (game.you === null) return t.won(seatName(game.view.players[end.winner]));
  return end.winner === game.you ? t.youWon : t.youLost;
}

export function resultReason(game: OnlineGame): string {
  const { own, lost, reasons } = onlineGameTexts.t.game;
  const { end } = game.state;
  if (!end || !game.view) return "";
  if ((end.reason === "resignation" || end.reason === "time") && end.winner !== null) {
    const loser = opponentOf(end.winner);
    if (loser === game.you) return own[end.reason];
    return lost[end.reason](seatName(game.view.players[loser]));
  }
  if (end.reason === "agreement" || end.reason === "length" || end.reason === "aborted") {
    return reasons[end.reason];
  }
  // The rules' own words.
  return sentence(game.latest?.ending ?? "");
}

/** The address of the review, which knows the seat of the user. */
export const reviewAddress = ({ id, you }: OnlineGame): string =>
  `/analysis/game/${id}?review${you === null ? "" : `&side=${you}`}`;

import { about } from "./about";
import * as layout from "./layout";
import { parse, paths } from "./notation";
import PieceSymbol from "./PieceSymbol.svelte";
import { moveSymbols } from "./symbols";
import Tray from "./Tray.svelte";
import View from "./View.svelte";
import { describeNext, describePlace, describePosition } from "./describe";
import type { GameBoard } from "../../board/types";

export const gameBoard: GameBoard = {
  id: "palam",
  title: about.title,
  View,
  Tray,
  PieceSymbol,
  avatarPieces: { p1: "s1", p2: "k1" },
  moveSymbols,
  aspect: layout.WIDTH / layout.HEIGHT,
  paths: (snapshot) => paths(snapshot.legal),
  rows: (snapshot, flipped) => {
    const row = (number: number) => layout.COLUMNS.map((column) => `cell:${column}${number}`);
    const draft = parse(snapshot.position).draft;
    // A position that is being set up may have a piece twice.
    const up = draft && [...new Set(draft.up.map((piece) => `piece:${piece.name}`))];
    const middle = up ? [up.slice(0, 6), up.slice(6)].filter((keys) => keys.length > 0) : [["duel"]];
    const rows = [row(4), row(3), ...middle, row(2), row(1)];
    return flipped ? rows.map((keys) => keys.toReversed()).toReversed() : rows;
  },
  spots: (snapshot, flipped) => layout.spots(parse(snapshot.position), flipped),
  // The obligation to answer a duel is easily overlooked.
  announcesTurn: (snapshot) => parse(snapshot.position).duel !== undefined,
  guide: [
    {
      en: "Engage a piece: your opponent must answer with the same sign or number.",
      fr: "Engagez une pièce : l’adversaire répond avec le même signe ou le même nombre.",
    },
    {
      en: "Even sum: the piece nearer to = wins. Odd sum: the one nearer to ≠.",
      fr: "Somme paire : la pièce la plus proche de = gagne. Impaire : celle proche de ≠.",
    },
    {
      en: "The loser of a duel moves next: a small loss can help.",
      fr: "Le perdant d’un duel joue ensuite : céder un peu peut aider.",
    },
  ],
  describeNext,
  letters: { d: "duel" },
  describePlace,
  describePosition,
  attempt(chosen, key) {
    const to = key.startsWith("cell:") ? key.slice(5) : undefined;
    const from = chosen[0]?.startsWith("cell:") ? chosen[0].slice(5) : undefined;
    if (chosen[0]?.startsWith("piece:")) return to === undefined ? undefined : `${chosen[0].slice(6)}@${to}`;
    if (key === "duel") return from;
    if (to === undefined) return undefined;
    if (from === undefined || from === to) return to;
    return [from, to].sort().join("");
  },
};

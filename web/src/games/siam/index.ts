import { about } from "./about";
import * as lay from "./layout";
import { parse, paths } from "./notation";
import View from "./View.svelte";
import { describeMove, describePlace, describePosition } from "./describe";
import type { GameView } from "../../board/types";

export const view: GameView = {
  id: "siam",
  title: about.title,
  View,
  aspect: lay.WIDTH / lay.HEIGHT,
  paths: (snapshot) => paths(snapshot.legal, parse(snapshot.position)),
  rows: (_, flipped) => {
    const rows = lay.ROWS.map((row) => lay.COLUMNS.map((column) => `cell:${column}${row}`));
    const board = flipped ? rows.map((row) => row.toReversed()).toReversed() : rows;
    const [top, bottom] = flipped ? ["reserve:p1", "reserve:p2"] : ["reserve:p2", "reserve:p1"];
    return [[top], ...board, [bottom]];
  },
  spots: (_, flipped, chosen) => lay.spots(flipped, chosen),
  shapeAt(x, y, flipped, by) {
    // Dropped off the middle of a cell, an animal looks that way; a click decides nothing but the cell.
    const [right, down] = [x - 0.5, y - 0.5];
    if (by === "mouse" || Math.hypot(right, down) < 0.24) return undefined;
    const isAcross = Math.abs(right) > Math.abs(down);
    const seen = isAcross ? (right > 0 ? 1 : 3) : down > 0 ? 2 : 0;
    return `facing:${lay.FACINGS[(seen + (flipped ? 2 : 0)) % 4]}`;
  },
  letters: { n: "facing:N", e: "facing:E", s: "facing:S", w: "facing:W" },
  describePlace,
  describePosition,
  describeMove,
  attempt(chosen, key, snapshot) {
    const [from, to] = [chosen[0], key.startsWith("cell:") ? key.slice(5) : undefined];
    if (to === undefined) return from?.startsWith("cell:") ? `${from.slice(5)}-` : undefined;
    const isTaken = parse(snapshot.position).pieces.some((piece) => piece.cell === to);
    const enter = `@${to}${lay.inward(to)[0] ?? "N"}`;
    if (from?.startsWith("reserve:")) return enter;
    if (!from?.startsWith("cell:") || from === key) return isTaken ? `${to}N` : enter;
    return isTaken ? `${from.slice(5)}${to}` : `${from.slice(5)}${to}N`;
  },
};

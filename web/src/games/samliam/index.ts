import { about } from "./about";
import * as lay from "./layout";
import { parse, paths } from "./notation";
import View from "./View.svelte";
import { describeMove, describePlace, describePosition } from "./describe";
import type { GameView } from "../../board/types";

export const view: GameView = {
  id: "samliam",
  title: about.title,
  View,
  aspect: lay.WIDTH / lay.HEIGHT,
  paths: (snapshot) => paths(snapshot.legal),
  rows: (snapshot, flipped) => {
    const rows = lay.ROWS.map((row) => lay.COLUMNS.map((column) => `cell:${column}${row}`));
    const board = flipped ? rows.map((row) => row.toReversed()).toReversed() : rows;
    const tray = ["triangle", "square"];
    const isBelow = (parse(snapshot.position).turn === "p1") !== flipped;
    return isBelow ? [...board, tray] : [tray, ...board];
  },
  spots: (snapshot, flipped, chosen) => lay.spots(parse(snapshot.position).turn, flipped, chosen),
  shapeAt(x, y, flipped) {
    const place = `${y < 0.5 ? "n" : "s"}${x < 0.5 ? "w" : "e"}` as const;
    return `corner:${lay.seen(place, flipped)}`;
  },
  letters: { q: "corner:nw", w: "corner:ne", a: "corner:sw", s: "corner:se" },
  describePlace,
  describePosition,
  describeMove,
  attempt(chosen, key, snapshot) {
    // Asked for on any cell, the rules say why no square tile may be placed.
    if (key === "square") return "a1#";
    const opened = chosen.find((step) => step.startsWith("cell:"))?.slice(5);
    if (key.startsWith("corner:")) return opened === undefined ? undefined : `${opened}${key.slice(7)}`;
    if (!key.startsWith("cell:")) return undefined;
    const cell = key.slice(5);
    if (chosen[0] === "square") return `${cell}#`;
    const there = parse(snapshot.position).tiles.find((tile) => tile.cell === cell);
    return `${cell}${there?.corner ?? "nw"}`;
  },
};

import { about } from "./about";
import * as layout from "./layout";
import { parse, paths, type Corner } from "./notation";
import PieceSymbol from "./PieceSymbol.svelte";
import { moveSymbols } from "./symbols";
import Tray from "./Tray.svelte";
import View from "./View.svelte";
import { describeNext, describePlace, describePosition } from "./describe";
import type { GameBoard } from "../../board/types";
import { withSide } from "../../board/withSide";

export const gameBoard: GameBoard = {
  id: "samliam",
  title: about.title,
  View,
  Tray,
  PieceSymbol,
  avatarPieces: { p1: "D", p2: "d" },
  moveSymbols,
  aspect: layout.WIDTH / layout.HEIGHT,
  paths: (snapshot) => paths(snapshot.legal),
  withTurn: (position, turn) => withSide(position, turn === "p1" ? "B" : "W"),
  rows: (snapshot, flipped) => {
    const board = layout.GRID.keys(flipped);
    const tray = ["triangle", "square"];
    const isBelow = (parse(snapshot.position).turn === "p1") !== flipped;
    return isBelow ? [...board, tray] : [tray, ...board];
  },
  spots: (_, flipped, chosen) => layout.spots(flipped, chosen),
  shapeAt(x, y, flipped, _, shapes) {
    const free = shapes.map((shape) => shape.slice(7) as Corner);
    return `corner:${layout.cornerAt(x, y, flipped, free)}`;
  },
  letters: { q: "corner:nw", w: "corner:ne", a: "corner:sw", s: "corner:se" },
  guide: [
    {
      en: "The right angle of a triangle shows a corner. Show all four of a square to win.",
      fr: "L’angle droit d’un triangle montre un coin. Montrez les quatre d’un carré pour gagner.",
    },
    {
      en: "Two triangles of yours in one cell show all its corners.",
      fr: "Deux de vos triangles dans une case en montrent tous les coins.",
    },
    {
      en: "Three corners are a threat. If it is blocked, you may place a square tile.",
      fr: "Trois coins sont une menace. Si elle est bloquée, vous pouvez poser une tuile carrée.",
    },
  ],
  describeNext,
  describePlace,
  describePosition,
  attempt(chosen, key, snapshot) {
    // Any cell triggers the explanation of the rules why no square tile may be placed.
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

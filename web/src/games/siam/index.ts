import { about } from "./about";
import * as layout from "./layout";
import { parse, paths } from "./notation";
import PieceSymbol from "./PieceSymbol.svelte";
import { moveSymbols } from "./symbols";
import Tray from "./Tray.svelte";
import View from "./View.svelte";
import { describeNext, describePlace, describePosition } from "./describe";
import type { GameBoard } from "../../board/types";
import { withSide } from "../../board/withSide";

export const gameBoard: GameBoard = {
  id: "siam",
  title: about.title,
  View,
  Tray,
  PieceSymbol,
  avatarPieces: { p1: "N", p2: "n" },
  moveSymbols,
  aspect: 1,
  paths: (snapshot) => paths(snapshot.legal, parse(snapshot.position)),
  withTurn: (position, turn) => withSide(position, turn === "p1" ? "E" : "R"),
  rows: (_, flipped) => {
    const [top, bottom] = flipped ? ["reserve:p1", "reserve:p2"] : ["reserve:p2", "reserve:p1"];
    return [[top], ...layout.GRID.keys(flipped), [bottom]];
  },
  spots: (_, flipped, chosen) => layout.spots(flipped, chosen),
  shapeAt(x, y, flipped, by, shapes) {
    // An animal dropped off the centre of a cell faces that way; a click selects only the cell.
    const [right, down] = [x - 0.5, y - 0.5];
    if (by === "mouse" || Math.hypot(right, down) < 0.24) return undefined;
    const isAcross = Math.abs(right) > Math.abs(down);
    const seen = isAcross ? (right > 0 ? 1 : 3) : down > 0 ? 2 : 0;
    const shape = `facing:${layout.FACINGS[(seen + (flipped ? 2 : 0)) % 4]}`;
    return shapes.includes(shape) ? shape : undefined;
  },
  letters: { n: "facing:N", e: "facing:E", s: "facing:S", w: "facing:W" },
  guide: [
    {
      en: "Animals enter on any border square. You choose where they face.",
      fr: "Un animal entre par une case du bord. Vous choisissez vers où il se tourne.",
    },
    {
      en: "An animal pushes only straight ahead, with more animals pushing than resisting.",
      fr: "Un animal ne pousse que droit devant, avec plus d’animaux pour que contre.",
    },
    {
      en: "Stay behind the rocks: the nearest animal that faces the way of the fall wins.",
      fr: "Restez derrière les rochers : le plus proche tourné dans le sens de la chute gagne.",
    },
  ],
  describeNext,
  describePlace,
  describePosition,
  attempt(chosen, key, snapshot) {
    const [from, to] = [chosen[0], key.startsWith("cell:") ? key.slice(5) : undefined];
    if (key.startsWith("facing:")) return `${chosen.at(-1)?.slice(5) ?? ""}${key.slice(7)}`;
    if (to === undefined) return from?.startsWith("cell:") ? `${from.slice(5)}-` : undefined;
    const isTaken = parse(snapshot.position).pieces.some((piece) => piece.cell === to);
    const enter = `@${to}${layout.inward(to)[0] ?? "N"}`;
    if (from?.startsWith("reserve:")) return enter;
    if (!from?.startsWith("cell:") || from === key) return isTaken ? `${to}N` : enter;
    return isTaken ? `${from.slice(5)}${to}` : `${from.slice(5)}${to}N`;
  },
};

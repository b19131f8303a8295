/** Where each piece is drawn: at rest and in the phases of a move. */
import { opponentOf } from "../../board/seats";
import type { Seat } from "../../rules/types";
import type { Drawing, Place, Point } from "../../board/marks";
import type { ScenePhase } from "../../board/types";
import type { Lang } from "../../i18n/index.svelte";
import type { InsightMark } from "../../rules/insight";
import { SEATS } from "./describe";
import type { Duel } from "./duel";
import * as layout from "./layout";
import { parsePiece, type PalamPosition, type Piece } from "./notation";

export interface Shown {
  readonly piece: Piece;
  readonly x: number;
  readonly y: number;
  /** The place it can be chosen by; none in a duel. */
  readonly key: string | undefined;
  readonly isLifted: boolean;
}

interface Picture {
  readonly palam: PalamPosition;
  readonly flipped: boolean;
  /** The duel that is being decided. */
  readonly duel: Duel | undefined;
  readonly scene: ScenePhase | undefined;
  /** Whether the piece of a cell stands a little forward because it can advance. */
  isForward(cell: string): boolean;
}

/** Of the words over the forced piece: a character and the two ends of their plate, and the least distance to the edge. */
const [LETTER, ENDS, EDGE] = [13.5, 24, 10];

/** Marks the forced leftmost piece. On a board that is not turned to its owner, it is not at the left of the screen. */
export function leftmostPlate(at: string, [x, y]: Point, flipped: boolean, lang: Lang): Drawing {
  const owner = layout.campOf(at);
  const isOwnView = flipped === (owner === "p2");
  const leftmost = { en: "leftmost", fr: "la plus à gauche" }[lang];
  const text = isOwnView ? leftmost : `${leftmost} ${lang === "fr" ? "pour" : "for"} ${SEATS[owner]}`;
  const reach = EDGE + (ENDS + LETTER * text.length) / 2;
  const inside = Math.max(reach, Math.min(layout.WIDTH - reach, x));
  return { kind: "plate", at: [isOwnView ? x : inside, y], text, tone: "plain" };
}

type Ghost = Pick<Shown, "piece" | "x" | "y">;

/** What would lie there: the piece of the move under the pointer, and what a hint shows. */
export function ghostPieces(
  now: PalamPosition,
  flipped: boolean,
  candidate: string | undefined,
  marks: readonly InsightMark[],
): Ghost[] {
  const at = (piece: Piece | undefined, [x, y]: layout.Point): Ghost[] => (piece ? [{ piece, x, y }] : []);
  const advanced = (cell: string) => at(now.cells[cell], layout.duelAt(cell, layout.campOf(cell), flipped));
  const [name = "", cell] = candidate?.split("@") ?? [];
  if (cell !== undefined) return at(parsePiece(name), layout.center(cell, flipped));
  if (candidate?.length === 2) return advanced(candidate);
  return marks.flatMap((mark) => {
    if (mark.kind === "ghost" && mark.text !== "")
      return at(parsePiece(mark.text), layout.center(mark.at, flipped));
    return mark.kind === "arrow" && mark.to === "duel" && (mark.rank ?? 1) === 1 ? advanced(mark.at) : [];
  });
}

const isCell = (at: string | undefined): boolean => /^[a-f][1-4]$/.test(at ?? "");
const isSwap = ({ kind, at, to }: InsightMark): boolean => kind === "arrow" && isCell(at) && isCell(to);

/** How far the two arrows of a swap are from the line between its pieces. */
const APART = 15;

/** The arrows of a swap, side by side: one on the other would hide its head. */
export const swapArrows = (marks: readonly InsightMark[], flipped: boolean): Drawing[] =>
  marks.filter(isSwap).map(({ at, to = "", rank = 1 }): Drawing => {
    const [from, goal] = [layout.center(at, flipped), layout.center(to, flipped)];
    const [dx, dy] = [goal[0] - from[0], goal[1] - from[1]];
    const part = APART / Math.hypot(dx, dy);
    const beside = ([x, y]: layout.Point): layout.Point => [x - dy * part, y + dx * part];
    return { kind: "arrow", from: beside(from), to: beside(goal), rank };
  });

/** Marks that lead to the duel row lead to the place of their column. Ghosts and swaps are drawn by themselves. */
export const towardsDuelRow = (marks: readonly InsightMark[]): InsightMark[] =>
  marks.flatMap((mark): InsightMark[] => {
    if (mark.kind === "ghost" || isSwap(mark)) return [];
    return [mark.to === "duel" ? { ...mark, to: `duel ${mark.at}` } : mark];
  });

const squareAt = ([x, y]: layout.Point, label: number): Place => ({
  x: x - layout.CELL / 2,
  y: y - layout.CELL / 2,
  width: layout.CELL,
  height: layout.CELL,
  // A text stays on the board at its outer columns.
  label: [Math.min(Math.max(x, 96), layout.WIDTH - 96), y + label],
});

/** The place of a mark: a cell, the piece in the duel, the place of a cell's piece in a duel (`duel d2`), or a piece of the draft (`+e1`). Texts stand towards the duel row. */
export function placeOnBoard(at: string, palam: PalamPosition, flipped: boolean): Place | undefined {
  if (at === "duel" && palam.duel) {
    const camp = opponentOf(palam.turn);
    const [x, y] = layout.duelAt(palam.duel.column, camp, flipped);
    // What an answer must have stands beside the medallions, not on them.
    const middle = Math.min(Math.max(x, 210), layout.WIDTH - 210);
    return { ...squareAt([x, y], 0), label: [middle, y + 68 * layout.forward(camp, flipped)] };
  }
  const column = /^duel ([a-f][1-4])$/.exec(at)?.[1];
  if (column !== undefined) return squareAt(layout.duelAt(column, layout.campOf(column), flipped), 0);
  const waiting = palam.draft?.up.findIndex(({ name }) => `+${name}` === at) ?? -1;
  if (waiting >= 0) return squareAt(layout.waitingAt(waiting, flipped), 56);
  if (!isCell(at)) return undefined;
  return squareAt(layout.center(at, flipped), 68 * layout.forward(layout.campOf(at), flipped));
}

/** How far a piece that can advance stands forward. */
const STEP = 10;

export function placePieces({ palam, flipped, duel, scene, isForward }: Picture): Shown[] {
  const inAir = scene?.phase === "lift" || scene?.phase === "travel";
  const moving: readonly string[] = inAir ? (scene.move.match(/[a-f][1-4]/g) ?? []) : [];
  const shown = Object.entries(palam.cells).map(([cell, piece]): Shown => {
    const [x, y] = layout.center(cell, flipped);
    const step = isForward(cell) ? STEP * layout.forward(layout.campOf(cell), flipped) : 0;
    return { piece, x, y: y + step, key: `cell:${cell}`, isLifted: moving.includes(cell) };
  });
  const inDuel = (column: string, camp: Seat, piece: Piece, isLifted: boolean) => {
    const [x, y] = layout.duelAt(column, camp, flipped);
    shown.push({ piece, x, y, key: undefined, isLifted });
  };
  if (palam.duel) {
    const { column, piece } = palam.duel;
    inDuel(column, opponentOf(palam.turn), piece, scene?.phase === "travel");
  }
  for (const side of duel ? [duel.engaged, duel.answer] : []) {
    inDuel(side.column, side.camp, side.piece, scene?.phase === "travel" && side === duel?.answer);
  }
  palam.draft?.up.forEach((piece, index) => {
    const [x, y] = layout.waitingAt(index, flipped);
    shown.push({ piece, x, y, key: `piece:${piece.name}`, isLifted: false });
  });
  return shown;
}

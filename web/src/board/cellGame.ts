/**
 * Games with at most one piece per cell of a grid whose moves are written as cells: `b2` places a piece, `b2c3` moves one.
 * Such a game describes its pieces; how they are chosen, listed and described follows. It may replace any part.
 */
import { localized, type Localized } from "../i18n/localized";
import type { Seat, Snapshot } from "../rules/types";
import { cellsOf } from "./cells";
import type { InputPath } from "./choices";
import { listSeparator } from "./format";
import type { Grid } from "./grid";
import type { About, GameBoard, MoveSymbol } from "./types";
import { withSide } from "./withSide";

export interface PieceKind {
  readonly owner: Seat;
  /** Its name, such as "white man". */
  readonly name: Localized;
}

export interface CellGame {
  readonly grid: Grid;
  /** The pieces, by their letters in position texts. */
  readonly pieces: Readonly<Record<string, PieceKind>>;
  /** The players: the letter of the side to move in position texts, which is also a piece, and their names. */
  readonly seats: Readonly<Record<Seat, { readonly letter: string; readonly name: Localized }>>;
}

export interface CellPosition {
  readonly pieces: readonly { readonly cell: string; readonly letter: string }[];
  readonly turn: Seat;
}

const TEXTS = {
  free: { en: "free", fr: "libre" },
  next: { en: "choose where it goes", fr: "choisissez sa destination" },
  none: { en: "no piece", fr: "aucune pièce" },
  colon: { en: ":", fr: "\u202f:" },
} as const;

/** Reads the rows and the side to move of a position text. */
export function parseCells({ grid, seats }: CellGame, text: string): CellPosition {
  const [rows = "", side] = text.split(" ");
  const pieces = grid.parse(rows).map(({ cell, content }) => ({ cell, letter: content }));
  return { pieces, turn: side === seats.p2.letter ? "p2" : "p1" };
}

/** The letter of the piece that a move places or moves. */
export function pieceOf(game: CellGame, move: string, { pieces, turn }: CellPosition): string {
  const [from] = cellsOf(move);
  return pieces.find(({ cell }) => cell === from)?.letter ?? game.seats[turn].letter;
}

/** The steps of each legal move: its cells. A last cell that is occupied is a capture. */
export function cellPaths(legal: readonly string[], { pieces }: CellPosition): InputPath[] {
  const occupied = new Set(pieces.map(({ cell }) => cell));
  return legal.map((move) => {
    const cells = cellsOf(move);
    const kindOf = (cell: string, index: number) => {
      if (index === 0 && cells.length > 1) return "piece" as const;
      return occupied.has(cell) ? ("capture" as const) : ("move" as const);
    };
    return { move, steps: cells.map((cell, index) => ({ key: `cell:${cell}`, kind: kindOf(cell, index) })) };
  });
}

/** The board of the game: `own` has what is drawn, and whatever differs. */
export function cellGameBoard(
  game: CellGame,
  about: About,
  own: Pick<GameBoard, "id" | "View"> & Partial<GameBoard>,
): GameBoard {
  const { grid, pieces: kinds, seats } = game;
  const parse = (text: string) => parseCells(game, text);
  const middle = grid.names[Math.floor(grid.rows / 2)]?.[Math.floor(grid.columns / 2)] ?? "";
  return {
    title: about.title,
    avatarPieces: { p1: seats.p1.letter, p2: seats.p2.letter },
    moveSymbols(move, before): readonly MoveSymbol[] {
      const position = parse(before);
      const piece: MoveSymbol = { piece: pieceOf(game, move, position) };
      const [from = "", ...way] = cellsOf(move);
      const to = way.at(-1);
      if (to === undefined) return [piece, { icon: "enter" }, { text: from }];
      const isCapture = position.pieces.some(({ cell }) => cell === to);
      return [piece, { text: from }, { icon: isCapture ? "capture" : "move" }, { text: to }];
    },
    aspect: grid.width / grid.height,
    withTurn: (position: string, turn: Seat) => withSide(position, seats[turn].letter),
    paths: ({ legal, position }: Snapshot) => cellPaths(legal, parse(position)),
    rows: (_, flipped) => grid.keys(flipped),
    spots: (_, flipped) => grid.spots(flipped),
    describeNext: (_chosen, _next, _snapshot, lang) => TEXTS.next[lang],
    describePlace(key, { position }, lang) {
      const name = key.slice(5);
      const letter = parse(position).pieces.find(({ cell }) => cell === name)?.letter;
      return `${name}, ${localized(kinds[letter ?? ""]?.name ?? TEXTS.free, lang)}`;
    },
    describePosition({ position }, lang) {
      const { pieces } = parse(position);
      return (["p1", "p2"] as const).map((seat) => {
        const cells = pieces.filter(({ letter }) => kinds[letter]?.owner === seat).map(({ cell }) => cell);
        const list = cells.join(listSeparator(lang)) || TEXTS.none[lang];
        return `${localized(seats[seat].name, lang)}${TEXTS.colon[lang]} ${list}`;
      });
    },
    // A single cell is a placement where there are any, and otherwise a piece that should go somewhere.
    attempt(chosen, key, { legal }) {
      const cells = [...chosen, key].map((step) => step.slice(5));
      const places = legal.some((move) => cellsOf(move).length === 1);
      return cells.length === 1 && !places ? `${cells[0]}${middle}` : cells.join("");
    },
    ...own,
  };
}

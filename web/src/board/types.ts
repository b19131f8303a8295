import type { Localized } from "../i18n/localized";
import type { Component, Snippet } from "svelte";
import type { InputPath, InputStep } from "./choices";
import type { Lang } from "../i18n/index.svelte";
import type { Insight, InsightMark } from "../rules/insight";
import type { Seat, Snapshot } from "../rules/types";

/** The part of a move that is being shown. */
export type Phase = "lift" | "travel" | "contact" | "consequence";

/** A move that is being shown, and the part of it that is being shown now. */
export interface ScenePhase {
  readonly move: string;
  /** The position before the move. */
  readonly before: string;
  readonly phase: Phase;
}

/** The properties of a board. Without those of moves it is a picture of a position. */
export interface ViewProps {
  readonly position: string;
  /** The steps chosen so far. */
  readonly chosen?: readonly string[];
  /** The next steps. */
  readonly next?: readonly InputStep[];
  /** Whether the second player's side is at the bottom. */
  readonly flipped: boolean;
  /** The last move's text. */
  readonly lastMove?: string | undefined;
  /** Whether targets are shown. */
  readonly showTargets?: boolean;
  readonly coordinates: boolean;
  /** The place under the pointer or the focus, and the shape if that is determined too. */
  readonly pointed?: readonly string[];
  /** The move that choosing the pointed place would make. */
  readonly candidate?: string | undefined;
  /** The drag position as a fraction of the picture's width and height. */
  readonly drag?: { readonly x: number; readonly y: number } | undefined;
  /** Marks of the rules. */
  readonly marks?: readonly InsightMark[];
  /** Whether the marks explain why a move was refused. */
  readonly refused?: boolean;
  /** The move being shown; without one the position is at rest. */
  readonly scene?: ScenePhase | undefined;
  /** What decided a finished game. */
  readonly ending?: Insight | undefined;
  /** The positions of the game from its start to this one, where they are known. */
  readonly positions?: readonly string[] | undefined;
  /** Whether this is a preview of a move and not the position of the game. */
  readonly preview?: boolean;
}

/** The properties of a tray: what a player has beside the board (reserve, tiles, rack, score). */
export interface TrayProps {
  readonly owner: Seat;
  readonly position: string;
  readonly chosen: readonly string[];
  readonly next: readonly InputStep[];
  readonly showTargets: boolean;
  /** Whether a piece is being dragged. */
  readonly isDragging: boolean;
  /** Whether the second player's side is at the bottom. */
  readonly flipped: boolean;
  /** Draws a place of the tray: a button with this content. */
  readonly place: Snippet<[key: string, content: Snippet]>;
  /** The positions of the game from its start to this one, where they are known. */
  readonly positions?: readonly string[] | undefined;
  readonly scene?: ScenePhase | undefined;
  readonly ending?: Insight | undefined;
}

/** A part of a move in the move list: a piece, an icon or a text. */
export type MoveSymbol =
  | { readonly piece: string }
  | {
      readonly icon:
        "enter" | "leave" | "move" | "capture" | "push" | "pushLeft" | "turn" | "swap" | "duel" | "pass";
    }
  | { readonly text: string };

/** A rectangle as fractions of the picture's width and height, from 0 to 1. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is shown of a game before its board and the rules are loaded. */
export interface About {
  /** The place on the home page: smaller numbers come first. */
  readonly order: number;
  /** The game's name. */
  readonly title: Localized;
  /** Author, publisher and year, as far as they are known; absent for a traditional game. */
  readonly credit?: string;
  /** Whether the game is in development: released pages and programs do not have it. */
  readonly dev?: true;
  /** A position that is shown as a picture of the game. */
  readonly sample: string;
  /** One sentence, shorter than that of the rules library. */
  readonly summary: Readonly<Record<Lang, string>>;
  /** The number of steps of the lesson in `lesson.ts`, if there is one. */
  readonly lessonSteps?: number;
  /** The id of the position to practise that ends the course: a certified win against perfect play. */
  readonly lessonWin?: string;
}

/** The game-specific part of the pages: how it looks and how its moves are entered. No rules. */
export interface GameBoard {
  readonly id: string;
  /** The game's name. */
  readonly title: Localized;
  readonly View: Component<ViewProps>;
  /** What a player has beside the board. Its places are among `rows` and have no spots. */
  readonly Tray?: Component<TrayProps>;
  /** What each move of the guided opening shows of the rules. */
  readonly guide?: readonly Readonly<Record<Lang, string>>[];
  /** A piece as a small picture, for lists of moves and avatars; `piece` as in `moveSymbols`. */
  readonly PieceSymbol?: Component<{ piece: string }>;
  /** The pieces that stand for the players. */
  readonly avatarPieces?: Readonly<Record<Seat, string>>;
  /** A move for the list of moves, given the position before it; with the position after it, also its effect. */
  moveSymbols?(move: string, before: string, after?: string): readonly MoveSymbol[];
  /** Width of the picture divided by its height, without trays; the same in every position. */
  readonly aspect: number;
  /** Whether the game is solved, so that the server may have a tablebase. */
  readonly isSolved?: boolean;
  /** How each legal move is chosen. */
  paths(snapshot: Snapshot): InputPath[];
  /** The places for keyboard navigation, row by row as on the screen. */
  rows(snapshot: Snapshot, flipped: boolean): readonly (readonly string[])[];
  /** The rectangles of these places and of the shapes that can be chosen next. */
  spots(snapshot: Snapshot, flipped: boolean, chosen: readonly string[]): ReadonlyMap<string, Spot>;
  /** The position with a player to move, for a premove; where the player to move does not matter for the picture, it is left out. */
  withTurn?(position: string, turn: Seat): string;
  /** The place meant by a key once something is chosen: a piece on another stack means that stack. */
  resolve?(chosen: readonly string[], key: string): string;
  /**
   * The shape meant by a point of a cell, in fractions of the cell: for a mouse click, or at the end of a drag. `shapes`
   * are those that are possible there; another one is refused with an explanation.
   */
  shapeAt?(
    x: number,
    y: number,
    flipped: boolean,
    by: "mouse" | "drag",
    shapes: readonly string[],
  ): string | undefined;
  /** Whether the obligations of the turn are always shown. They are rules, not hints. */
  announcesTurn?(snapshot: Snapshot): boolean;
  /** What to do with the places chosen so far, given the next steps: a phrase without capital and full stop. */
  describeNext(chosen: readonly string[], next: readonly InputStep[], snapshot: Snapshot, lang: Lang): string;
  /** Keyboard shortcuts for shapes, if there are any. */
  readonly letters?: Readonly<Record<string, string>>;
  /** The name of a place as the rules mark it, if it is not what its key says after the colon. */
  placeName?(key: string): string;
  /** Describes a place and what is on it, a shape, or a step without a place (kind `action`), as a phrase. */
  describePlace(key: string, snapshot: Snapshot, lang: Lang): string;
  /** Describes the whole position in a few lines. */
  describePosition(snapshot: Snapshot, lang: Lang): readonly string[];
  /** The move that was attempted with these steps, so that the rules can explain the refusal. */
  attempt(chosen: readonly string[], key: string, snapshot: Snapshot): string | undefined;
}

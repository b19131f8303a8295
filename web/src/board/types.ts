import type { Component } from "svelte";
import type { Path, Step } from "./choices";
import type { Lang } from "../i18n/index.svelte";
import type { InsightMark } from "../rules/insight";
import type { Snapshot } from "../rules/types";

/** The properties of a board. */
export interface ViewProps {
  readonly position: string;
  /** The steps chosen so far. */
  readonly chosen: readonly string[];
  /** The next steps. */
  readonly next: readonly Step[];
  /** Whether the second player's side is at the bottom. */
  readonly flipped: boolean;
  /** The last move's text. */
  readonly last: string | undefined;
  /** Whether targets are shown. */
  readonly helps: boolean;
  readonly coordinates: boolean;
  /** The place under the pointer or the focus, and the shape if that is determined too. */
  readonly pointed?: readonly string[];
  /** The move that choosing the pointed place would make. */
  readonly candidate?: string | undefined;
  /** The drag position as a fraction of the picture's width and height. */
  readonly drag?: { readonly x: number; readonly y: number } | undefined;
  /** Marks of the rules. */
  readonly marks?: readonly InsightMark[];
  /** Whether this is a preview of a move and not the position of the game. */
  readonly preview?: boolean;
}

/** A rectangle as fractions of the picture's width and height, from 0 to 1. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the pages say about a game before its board and the rules are loaded. */
export interface About {
  /** The place on the home page: smaller numbers come first. */
  readonly order: number;
  /** The game's name, the same in all languages. */
  readonly title: string;
  /** Author, publisher and year, as far as they are known. */
  readonly credit: string;
  /** A position that is shown as a picture of the game. */
  readonly sample: string;
  /** One sentence, shorter than that of the rules library. */
  readonly summary: Readonly<Record<Lang, string>>;
  /** The number of steps of the lesson in `lesson.ts`, if there is one. */
  readonly lessonSteps?: number;
}

/** The game-specific part of the pages: how it looks and how its moves are entered. No rules. */
export interface GameView {
  readonly id: string;
  /** The game's name, the same in all languages. */
  readonly title: string;
  readonly View: Component<ViewProps>;
  /** Width of the board divided by its height, reserves and racks included; the same in every position. */
  readonly aspect: number;
  /** Whether the game is solved, so that the server may have a tablebase. */
  readonly isSolved?: boolean;
  /** How each legal move is chosen. */
  paths(snapshot: Snapshot): Path[];
  /** The places for keyboard navigation, row by row as on the screen. */
  rows(snapshot: Snapshot, flipped: boolean): readonly (readonly string[])[];
  /** The rectangles of these places and of the shapes that can be chosen next. */
  spots(snapshot: Snapshot, flipped: boolean, chosen: readonly string[]): ReadonlyMap<string, Spot>;
  /** What a place stands for once something is chosen: a piece on another stack stands for that stack. */
  resolve?(chosen: readonly string[], key: string): string;
  /**
   * The shape that a point of a cell stands for, given in shares of the cell: by a mouse that clicks there, or at
   * the end of a drag.
   */
  shapeAt?(x: number, y: number, flipped: boolean, by: "mouse" | "drag"): string | undefined;
  /** Whether the obligations of the turn are shown without being asked for. They are rules, not advice. */
  announcesTurn?(snapshot: Snapshot): boolean;
  /** Keyboard shortcuts for shapes. */
  readonly letters: Readonly<Record<string, string>>;
  /** Describes a place and what is on it, or a shape. */
  describePlace(key: string, snapshot: Snapshot, lang: Lang): string;
  /** Describes the whole position in a few lines. */
  describePosition(snapshot: Snapshot, lang: Lang): readonly string[];
  /** Describes a move, given the position before it; with the position after it, also its effect. */
  describeMove(move: string, before: string, after: string | undefined, lang: Lang): string;
  /** The move that was attempted with these steps, so that the rules can explain the refusal. */
  attempt(chosen: readonly string[], key: string, snapshot: Snapshot): string | undefined;
}

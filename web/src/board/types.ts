import type { Component } from "svelte";
import type { Path, Step } from "./choices";
import type { Lang } from "../i18n/index.svelte";
import type { SightMark } from "../rules/sight";
import type { Snapshot } from "../rules/types";

/** What a board shows. */
export interface ViewProps {
  readonly position: string;
  /** What has been chosen of the move being made. */
  readonly chosen: readonly string[];
  /** What can be chosen next. */
  readonly next: readonly Step[];
  /** The second player's side is below. */
  readonly flipped: boolean;
  /** The last move's text. */
  readonly last: string | undefined;
  /** Whether targets are shown. */
  readonly helps: boolean;
  readonly coordinates: boolean;
  /** What the pointer or the keyboard is at: a place, and a shape if that is decided as well. */
  readonly pointed?: readonly string[];
  /** The move that would be made by choosing what is pointed at. */
  readonly candidate?: string | undefined;
  /** Where something is being dragged, in shares of the picture's width and height. */
  readonly drag?: { readonly x: number; readonly y: number } | undefined;
  /** What the rules point at. */
  readonly marks?: readonly SightMark[];
  /** The position is one that would be, not one that is. */
  readonly preview?: boolean;
}

/** A rectangle in shares of the picture's width and height, from 0 to 1. */
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

/** A game's own part of the pages: how it looks and how its moves are chosen. No rules. */
export interface GameView {
  readonly id: string;
  /** The game's name, the same in all languages. */
  readonly title: string;
  readonly View: Component<ViewProps>;
  /** Width of the board divided by its height, reserves and racks included; the same in every position. */
  readonly aspect: number;
  /** Small enough to be solved: the server may have a table of every position. */
  readonly isSolved?: boolean;
  /** How each legal move is chosen. */
  paths(snapshot: Snapshot): Path[];
  /** The places that the keyboard can reach, row by row as they lie on the screen. */
  rows(snapshot: Snapshot, flipped: boolean): readonly (readonly string[])[];
  /** Where these places lie, and the shapes that can be chosen next. */
  spots(snapshot: Snapshot, flipped: boolean, chosen: readonly string[]): ReadonlyMap<string, Spot>;
  /** What a place means once something is chosen: a pallet on another stack stands for its slot. */
  resolve?(chosen: readonly string[], key: string): string;
  /**
   * The shape that a point of a cell stands for, given in shares of the cell: by a mouse that clicks there, or at
   * the end of a drag.
   */
  shapeAt?(x: number, y: number, flipped: boolean, by: "mouse" | "drag"): string | undefined;
  /** Whether who may do what in this turn is said without being asked for: a rule, not advice. */
  isTold?(snapshot: Snapshot): boolean;
  /** Letters for shapes. */
  readonly letters: Readonly<Record<string, string>>;
  /** A place or a shape in words: what lies there. */
  describe(key: string, snapshot: Snapshot, lang: Lang): string;
  /** The whole position in words, a few lines. */
  words(snapshot: Snapshot, lang: Lang): readonly string[];
  /** A move in words, given the position before it; with the position after it also what came of it. */
  sentence(move: string, before: string, after: string | undefined, lang: Lang): string;
  /** Which move was attempted with these steps, for the rules to say why not. */
  attempt(chosen: readonly string[], key: string, snapshot: Snapshot): string | undefined;
}

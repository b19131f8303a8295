import type { Component } from "svelte";
import type { Path, Step } from "./choices";
import type { Lang } from "../i18n/index.svelte";
import type { Seat, Snapshot } from "../rules/types";

/** What a board shows. */
export interface ViewProps {
  readonly position: string;
  /** What has been chosen of the move being made. */
  readonly chosen: readonly string[];
  /** What can be chosen next. */
  readonly next: readonly Step[];
  /** Where the keyboard is. */
  readonly cursor: string | undefined;
  /** The second player's side is below. */
  readonly flipped: boolean;
  /** The last move's text. */
  readonly last: string | undefined;
  /** Whether targets are shown. */
  readonly helps: boolean;
  readonly coordinates: boolean;
  readonly lang: Lang;
}

/** A game's own part of the pages: how it looks and how its moves are chosen. No rules. */
export interface GameView {
  readonly id: string;
  readonly View: Component<ViewProps>;
  /** Width of the board divided by its height, reserves and racks included; the same in every position. */
  readonly aspect: number;
  /** How each legal move is chosen. */
  paths(snapshot: Snapshot): Path[];
  /** The places that the keyboard can reach, row by row as they lie on the screen. */
  rows(snapshot: Snapshot, flipped: boolean): readonly (readonly string[])[];
  /** Letters for shapes. */
  readonly letters: Readonly<Record<string, string>>;
  /** A place in words: what lies there. */
  describe(key: string, snapshot: Snapshot, lang: Lang): string;
  /** A move in words. */
  sentence(move: string, before: string, mover: Seat, lang: Lang): string;
  /** Which move was attempted with these steps, for the rules to say why not. */
  attempt(chosen: readonly string[], key: string, snapshot: Snapshot): string | undefined;
}

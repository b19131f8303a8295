/** A position that is being set up: its text, and what the rules say about it. */
import type { PositionEditor } from "../board/editor";
import type { GameBoard } from "../board/types";
import type { Lang } from "../i18n/index.svelte";
import { checkPosition, RulesError } from "../rules/client";
import type { Snapshot } from "../rules/types";
import type { Base } from "./analysis.svelte";

/** Tools that every game has beside its pieces. */
export const REMOVE = "remove";
export const TURN = "turn";

export class PositionSetup {
  readonly base: Base;
  readonly editor: PositionEditor | undefined;
  readonly #gameBoard: GameBoard;
  /** The text in the field. */
  text = $state("");
  /** The position on the board: the last text that has the form of one. */
  #shown = $state("");
  /** What is wrong with the text; `undefined` until the rules have answered for the first time. */
  problems = $state.raw<readonly string[] | undefined>();
  /** The text that they have answered about. */
  #checked = $state("");
  tool = $state<string>(REMOVE);
  #latest = 0;

  constructor(base: Base, position: string, gameBoard: GameBoard, editor: PositionEditor | undefined) {
    this.base = base;
    this.editor = editor;
    this.#gameBoard = gameBoard;
    this.text = editor?.begin?.(position) ?? position;
    this.#shown = this.text;
    this.tool = editor?.tools[0]?.[0]?.id ?? REMOVE;
  }

  /** The position on the board for its drawing. The rules know nothing of it. */
  get snapshot(): Snapshot {
    const { game, variant } = this.base;
    const position = this.#shown;
    return { game, variant, position, turn: null, legal: [], outcome: null, start: position, occurrences: 1 };
  }

  get isGood(): boolean {
    return this.problems?.length === 0 && this.#checked === this.text;
  }

  /** Asks the rules about the text. Outdated answers are dropped. */
  async check(lang: Lang): Promise<void> {
    const request = ++this.#latest;
    const { text } = this;
    const { game, variant } = this.base;
    try {
      const problems = await checkPosition({ game, variant, position: text }, lang);
      if (request !== this.#latest) return;
      [this.problems, this.#checked, this.#shown] = [problems, text, text];
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      // The text does not have the form of a position: the board stays as it was.
      if (request === this.#latest) this.problems = [error.message];
    }
  }

  type(text: string, lang: Lang): Promise<void> {
    this.text = text;
    return this.check(lang);
  }

  /** Uses a tool on a place. */
  use(tool: string, key: string, lang: Lang): Promise<void> {
    return this.#edit((editor, position) => {
      if (tool === REMOVE) return editor.remove(position, key);
      if (tool === TURN) return editor.turn?.(position, key) ?? position;
      return editor.put(position, tool, key);
    }, lang);
  }

  clear(lang: Lang): Promise<void> {
    return this.#edit((editor, position) => editor.clear(position), lang);
  }

  setField(id: string, value: string, lang: Lang): Promise<void> {
    return this.#edit((editor, position) => editor.setField(position, id, value), lang);
  }

  /** Edits start from what the board shows, so that an unreadable text in the field does no harm. */
  #edit(change: (editor: PositionEditor, position: string) => string, lang: Lang): Promise<void> {
    if (!this.editor) return Promise.resolve();
    this.text = change(this.editor, this.#shown);
    this.#shown = this.text;
    return this.check(lang);
  }

  /** What is on a place, in words. */
  describe(key: string, lang: Lang): string {
    return this.#gameBoard.describePlace(key, this.snapshot, lang);
  }
}

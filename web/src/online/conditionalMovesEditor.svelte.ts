/** The editor of conditional moves. */
import type { Lang } from "../i18n/index.svelte";
import { api, errorMessage } from "../net/api";
import type { OnlineGame } from "../net/game.svelte";
import { lines, withLine, withoutLine, type LineMove } from "../net/conditionalMoves";
import type { Branch } from "../net/schema";
import { show, type PositionSpec } from "../rules/client";
import type { Snapshot } from "../rules/types";

export class ConditionalMovesEditor {
  readonly #game: OnlineGame;
  branches = $state.raw<readonly Branch[]>([]);
  /** The line being edited on the board; undefined while the game is shown. */
  line = $state.raw<readonly LineMove[]>();
  snapshot = $state.raw<Snapshot>();
  errorText = $state<string>();
  isSaved = $state(false);

  constructor(game: OnlineGame) {
    this.#game = game;
  }

  get lines(): (readonly Branch[])[] {
    return lines(this.branches);
  }

  get isOn(): boolean {
    return this.line !== undefined;
  }

  async load(): Promise<void> {
    this.branches = await api.conditionalMoves(this.#game.id).catch(() => this.branches);
  }

  #spec(): PositionSpec {
    const spec = this.#game.positionSpec();
    const moves = (this.line ?? []).map(({ move }) => move);
    return { ...spec, moves: [...(spec.moves ?? []), ...moves] };
  }

  async #refresh(lang: Lang): Promise<void> {
    this.snapshot = await show(this.#spec(), lang);
  }

  async begin(lang: Lang): Promise<void> {
    this.line = [];
    this.isSaved = false;
    this.errorText = undefined;
    await this.#refresh(lang);
  }

  leave(): void {
    this.line = undefined;
    this.snapshot = undefined;
    this.errorText = undefined;
  }

  async add(move: string, lang: Lang): Promise<void> {
    const by = this.snapshot?.turn;
    if (!this.line || !by) return;
    this.errorText = undefined;
    this.line = [...this.line, { move, by }];
    await this.#refresh(lang);
  }

  async undo(lang: Lang): Promise<void> {
    this.line = this.line?.slice(0, -1);
    await this.#refresh(lang);
  }

  /** Whether the line can be saved: it ends with a move of the local player. */
  get isWhole(): boolean {
    return this.line?.at(-1)?.by === this.#game.you;
  }

  async keep(): Promise<void> {
    const branches = this.#game.you && withLine(this.branches, this.line ?? [], this.#game.you);
    if (branches && (await this.#save(branches))) this.leave();
  }

  async remove(line: readonly Branch[]): Promise<void> {
    await this.#save(withoutLine(this.branches, line));
  }

  async #save(branches: readonly Branch[]): Promise<boolean> {
    try {
      this.branches = await api.setConditionalMoves(this.#game.id, branches);
      this.isSaved = true;
      return true;
    } catch (error) {
      this.errorText = errorMessage(error);
      return false;
    }
  }
}

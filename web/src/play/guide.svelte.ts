/** The guided opening: the first moves against the computer are explained and drawn. Offered once per game. */
import type { Lang } from "../i18n/index.svelte";
import type { LocalGame } from "../local.svelte";
import { read, write } from "../storage";

/** The number of the player's moves that are explained. */
export const GUIDED_MOVES = 3;

const storageKey = (id: string) => `guided.${id}`;

export class Guide {
  #state = $state<"off" | "offered" | "on" | "done">("off");
  /** The number of the move that is being explained, from 1. */
  step = $state(0);
  /** Whether the player's last move was another one than the one explained. */
  hasPlayedOther = $state(false);
  #explained: string | undefined;
  /** The number of moves before the one that is explained. */
  #at = 0;

  #proposed: string | undefined;

  get isOn(): boolean {
    return this.#state === "on";
  }

  get isDone(): boolean {
    return this.#state === "done";
  }

  get isVisible(): boolean {
    return this.#state !== "off";
  }

  /** Offers the guided opening, once per game. */
  offer(id: string): void {
    this.#state = read<boolean>(storageKey(id)) ? "off" : "offered";
  }

  begin(id: string): void {
    write(storageKey(id), true);
    [this.#state, this.step, this.#explained, this.hasPlayedOther] = ["on", 0, undefined, false];
    this.#proposed = undefined;
  }

  end(id: string): void {
    write(storageKey(id), true);
    this.#state = "off";
  }

  /** The player moves before or after it: the list of moves is needed again. */
  ignore(id: string): void {
    if (this.#state === "offered" || this.#state === "done") this.end(id);
  }

  /** Explains the move of this position. */
  explain(game: LocalGame, lang: Lang): void {
    const position = game.snapshot?.position;
    if (position === undefined || position === this.#explained) return;
    this.#explained = position;
    this.hasPlayedOther = this.#proposed !== undefined && game.moves[this.#at] !== this.#proposed;
    this.step += 1;
    if (this.step > GUIDED_MOVES) this.#state = "done";
    else void this.#propose(game, lang);
  }

  async #propose(game: LocalGame, lang: Lang): Promise<void> {
    [this.#at, this.#proposed] = [game.moves.length, undefined];
    await game.hint.revealMove(game.positionSpec(), lang);
    this.#proposed = game.hint.move;
  }
}

/** A game that the computer plays against itself. */
import { i18n } from "../i18n/index.svelte";
import { computerMove } from "../rules/client";
import { newSeed } from "../rules/seed";
import { Follower } from "../scene/follower";
import { SceneQueue } from "../scene/sceneQueue.svelte";

const LEVEL = 2;

export class SelfPlay {
  readonly sceneQueue = new SceneQueue();
  readonly #game: string;
  readonly #follower = new Follower(this.sceneQueue);
  #moves: readonly string[] = [];
  #seed = newSeed();

  constructor(game: string) {
    this.#game = game;
  }

  /** Plays and shows the next move; after the end a new game begins. */
  async step(): Promise<void> {
    const move = await computerMove({ game: this.#game, seed: this.#seed, moves: this.#moves }, LEVEL);
    if (move === undefined) this.#seed = newSeed();
    this.#moves = move === undefined ? [] : [...this.#moves, move];
    const spec = { game: this.#game, seed: this.#seed, moves: this.#moves };
    await this.#follower.showMoves(spec, i18n.lang, { isJump: move === undefined });
    await this.sceneQueue.settled();
  }
}

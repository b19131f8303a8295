/** The positions of a game, one per move and the start, for lists of moves and trays. */
import { untrack } from "svelte";
import { show, type PositionSpec } from "../rules/client";

export class Positions {
  /** The positions as far as they are known; the first is the start. */
  list = $state.raw<readonly string[]>([]);
  #moves: readonly string[] = [];
  #start = "";
  #latest = 0;

  /**
   * Loads what is missing. Known positions are kept as far as the moves are the same. An effect that calls it does not
   * depend on the list, which would start it again for ever.
   */
  async load(spec: PositionSpec): Promise<void> {
    const request = ++this.#latest;
    const moves = spec.moves ?? [];
    const { game, variant = [], position, seed } = spec;
    const start = JSON.stringify([game, variant, position, seed]);
    const differs = moves.findIndex((move, index) => move !== this.#moves[index]);
    const same = start === this.#start ? (differs < 0 ? moves.length : differs) : -1;
    const known = untrack(() => this.list).slice(0, same + 1);
    const counts = Array.from(
      { length: moves.length + 1 - known.length },
      (_, index) => known.length + index,
    );
    const loaded = await Promise.all(
      counts.map((count) => show({ ...spec, moves: moves.slice(0, count) }, "en")),
    );
    if (request !== this.#latest) return;
    [this.#start, this.#moves] = [start, moves];
    this.list = [...known, ...loaded.map((snapshot) => snapshot.position)];
  }
}

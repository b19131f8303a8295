/** The positions of a tree of moves, for its list. */
import { show } from "../rules/client";
import type { Base } from "./analysis.svelte";
import type { Branch, Tree } from "./tree";

const keyOf = (moves: readonly string[]): string => moves.join(" ");

/** The moves to every place of a tree, the start included. */
function ways(tree: Tree): string[][] {
  const from = (next: readonly Branch[], before: readonly string[]): string[][] =>
    next.flatMap((branch) => {
      const moves = [...before, branch.move];
      return [moves, ...from(branch.next, moves)];
    });
  return [[], ...from(tree.next, [])];
}

export class TreePositions {
  #known = $state.raw<ReadonlyMap<string, string>>(new Map());
  #base = "";
  #latest = 0;

  /** The position after moves from the start, if it is known. */
  at(moves: readonly string[]): string | undefined {
    return this.#known.get(keyOf(moves));
  }

  /** Loads what is missing. */
  async load(base: Base, tree: Tree): Promise<void> {
    const request = ++this.#latest;
    const start = JSON.stringify(base);
    if (start !== this.#base) [this.#base, this.#known] = [start, new Map()];
    const missing = ways(tree).filter((moves) => !this.#known.has(keyOf(moves)));
    if (missing.length === 0) return;
    const loaded = await Promise.all(
      missing.map(async (moves) => [keyOf(moves), (await show({ ...base, moves }, "en")).position] as const),
    ).catch(() => []);
    if (request === this.#latest) this.#known = new Map([...this.#known, ...loaded]);
  }
}

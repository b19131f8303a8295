/** The layout of a move tree: a line of moves with variations after the move they replace. */
import type { Branch, TreePath } from "./tree";

export interface Item {
  readonly branch: Branch;
  readonly path: TreePath;
  /** The number of the move, from 1. */
  readonly ply: number;
  readonly others: readonly (readonly Item[])[];
}

export function layout(next: readonly Branch[], path: TreePath = []): Item[] {
  const items: Item[] = [];
  let [choices, here] = [next, path];
  for (let main = choices[0]; main; main = choices[0]) {
    const [parent, ply] = [here, here.length + 1];
    const others = choices.slice(1).map((branch, index) => {
      const start: TreePath = [...parent, index + 1];
      return [{ branch, path: start, ply, others: [] }, ...layout(branch.next, start)];
    });
    here = [...parent, 0];
    items.push({ branch: main, path: here, ply, others });
    choices = main.next;
  }
  return items;
}

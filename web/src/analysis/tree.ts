/**
 * Moves with their variations. A branch is a move and its continuations, of which the first is the main line. A path
 * holds the index of the branch at every step. Trees are immutable: changes return a new tree.
 */
import type { Comment } from "../rules/types";

export interface Branch {
  readonly move: string;
  readonly next: readonly Branch[];
  readonly nags?: readonly number[];
  readonly comments?: readonly Comment[];
  /** Comments before the move, if it begins a variation. */
  readonly before?: readonly Comment[];
}

export interface Tree {
  readonly next: readonly Branch[];
  /** Comments on the position: after the move, at the root before the first one. */
  readonly comments?: readonly Comment[];
}

export type TreePath = readonly number[];

export interface TreeCursor {
  readonly tree: Tree;
  readonly path: TreePath;
}

export const EMPTY: Tree = { next: [] };

export function lineTree(moves: readonly string[]): Tree {
  return moves.reduceRight<Tree>((after, move) => ({ next: [{ move, next: after.next }] }), EMPTY);
}

/** The branches along a path, up to where it leaves the tree. */
export function branches(tree: Tree, path: TreePath): Branch[] {
  const found: Branch[] = [];
  let node: Tree = tree;
  for (const index of path) {
    const branch = node.next[index];
    if (!branch) break;
    found.push(branch);
    node = branch;
  }
  return found;
}

export const movesTo = (tree: Tree, path: TreePath): string[] =>
  branches(tree, path).map((branch) => branch.move);

const nodeAt = (tree: Tree, path: TreePath): Tree => branches(tree, path).at(-1) ?? tree;

/** The path to the end of the line. */
export function toEnd(tree: Tree, path: TreePath = []): TreePath {
  const way = [...path];
  for (let node = nodeAt(tree, path); node.next[0]; node = node.next[0]) way.push(0);
  return way;
}

export const mainLine = (tree: Tree): string[] => movesTo(tree, toEnd(tree));

/** Whether the path is on the main line. */
export const isMain = (path: TreePath): boolean => path.every((index) => index === 0);

export const samePath = (a: TreePath, b: TreePath): boolean =>
  a.length === b.length && a.every((index, step) => index === b[step]);

function changed(tree: Tree, path: TreePath, change: (next: readonly Branch[]) => readonly Branch[]): Tree {
  const [index, ...rest] = path;
  if (index === undefined) return { ...tree, next: change(tree.next) };
  return {
    ...tree,
    next: tree.next.map((branch, at) =>
      at === index ? { ...branch, ...changed(branch, rest, change) } : branch,
    ),
  };
}

/** What is written about a move, or about the starting position. */
export interface Notes {
  readonly nags: readonly number[];
  readonly comments: readonly Comment[];
}

/** The notes at a node. */
export function notesAt({ tree, path }: TreeCursor): Notes {
  const node: Tree & Partial<Pick<Branch, "nags">> = nodeAt(tree, path);
  return { nags: node.nags ?? [], comments: node.comments ?? [] };
}

/** Replaces the notes at a node. The starting position has no glyphs. */
export function annotate({ tree, path }: TreeCursor, { nags, comments }: Notes): TreeCursor {
  const last = path.at(-1);
  if (last === undefined) return { tree: { ...tree, comments }, path };
  const withNotes = (next: readonly Branch[]) =>
    next.map((branch, at) => {
      if (at !== last) return branch;
      const { move, next, before } = branch;
      return {
        move,
        next,
        ...(before ? { before } : {}),
        ...(nags.length > 0 ? { nags } : {}),
        ...(comments.length > 0 ? { comments } : {}),
      };
    });
  return { tree: changed(tree, path.slice(0, -1), withNotes), path };
}

/** Plays a move, along an existing branch or as a new one. */
export function play({ tree, path }: TreeCursor, move: string): TreeCursor {
  const { next } = nodeAt(tree, path);
  const known = next.findIndex((branch) => branch.move === move);
  if (known >= 0) return { tree, path: [...path, known] };
  return {
    tree: changed(tree, path, (branches) => [...branches, { move, next: [] }]),
    path: [...path, next.length],
  };
}

/** Plays several moves. */
export const playAll = (cursor: TreeCursor, moves: readonly string[]): TreeCursor =>
  moves.reduce(play, cursor);

/** Removes a move and all that follow it. */
export function remove({ tree, path }: TreeCursor): TreeCursor {
  const last = path.at(-1);
  const parent = path.slice(0, -1);
  if (last === undefined) return { tree: EMPTY, path: [] };
  return { tree: changed(tree, parent, (next) => next.filter((_, at) => at !== last)), path: parent };
}

/** The index where the path last branched off: what promoting would change. */
export const forkOf = (path: TreePath): number => path.findLastIndex((index) => index > 0);

/** Makes the variation that leads here the main line of its fork. */
export function promote({ tree, path }: TreeCursor): TreeCursor {
  const fork = forkOf(path);
  const index = path[fork];
  if (index === undefined) return { tree, path };
  const first = (next: readonly Branch[]) => {
    const chosen = next[index];
    return chosen ? [chosen, ...next.filter((_, at) => at !== index)] : next;
  };
  return { tree: changed(tree, path.slice(0, fork), first), path: path.with(fork, 0) };
}

/** The next sibling branch, cyclically. */
export function siblingVariation({ tree, path }: TreeCursor, step: 1 | -1): TreePath {
  const last = path.at(-1);
  const count = nodeAt(tree, path.slice(0, -1)).next.length;
  if (last === undefined || count < 2) return path;
  return path.with(-1, (last + step + count) % count);
}

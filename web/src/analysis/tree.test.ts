import { describe, expect, it } from "vitest";
import * as tree from "./tree";

const start = { tree: tree.lineTree(["a", "b", "c", "d"]), path: [] as tree.TreePath };

describe("move tree", () => {
  it("follows an existing branch or adds one", () => {
    const known = tree.play(start, "a");
    expect(known).toEqual({ tree: start.tree, path: [0] });
    const other = tree.playAll(known, ["x", "y"]);
    expect(other.path).toEqual([0, 1, 0]);
    expect(tree.movesTo(other.tree, other.path)).toEqual(["a", "x", "y"]);
    expect(tree.mainLine(other.tree)).toEqual(["a", "b", "c", "d"]);
    expect(tree.mainLine(start.tree)).toEqual(["a", "b", "c", "d"]);
  });

  it("promotes a variation one fork at a time", () => {
    const deep = tree.playAll({ tree: start.tree, path: [0] }, ["x", "y"]);
    const fork = tree.play({ tree: deep.tree, path: [0, 1] }, "z");
    expect(fork.path).toEqual([0, 1, 1]);
    const once = tree.promote(fork);
    expect(once.path).toEqual([0, 1, 0]);
    expect(tree.mainLine(once.tree)).toEqual(["a", "b", "c", "d"]);
    const twice = tree.promote(once);
    expect(twice.path).toEqual([0, 0, 0]);
    expect(tree.mainLine(twice.tree)).toEqual(["a", "x", "z"]);
    expect(tree.promote(twice)).toEqual(twice);
    expect(tree.movesTo(twice.tree, [0, 1, 0, 0])).toEqual(["a", "b", "c", "d"]);
  });

  it("deletes a move with its continuation", () => {
    const shorter = tree.remove({ tree: start.tree, path: [0, 0] });
    expect(tree.mainLine(shorter.tree)).toEqual(["a"]);
    expect(shorter.path).toEqual([0]);
    expect(tree.remove(start)).toEqual({ tree: tree.EMPTY, path: [] });
  });

  it("cycles through branches and jumps to the end of a line", () => {
    const other = tree.playAll({ tree: start.tree, path: [0] }, ["x", "y"]);
    expect(tree.siblingVariation({ tree: other.tree, path: [0, 1] }, 1)).toEqual([0, 0]);
    expect(tree.siblingVariation({ tree: other.tree, path: [0, 0] }, -1)).toEqual([0, 1]);
    expect(tree.siblingVariation({ tree: other.tree, path: [0] }, 1)).toEqual([0]);
    expect(tree.toEnd(other.tree, [0, 1])).toEqual([0, 1, 0]);
    expect(tree.toEnd(tree.EMPTY)).toEqual([]);
  });

  it("truncates a path at the first unknown move", () => {
    expect(tree.movesTo(start.tree, [0, 0, 7, 0])).toEqual(["a", "b"]);
  });
});

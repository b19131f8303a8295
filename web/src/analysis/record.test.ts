import { describe, expect, it } from "vitest";
import type { GameRecord } from "../rules/types";
import { recordOf, treeOf } from "./record";
import { mainLine, movesTo } from "./tree";

const record: GameRecord = {
  tags: { Event: "?", Game: "saigon", Result: "*" },
  first: { number: 1, second: false },
  comments: [],
  moves: [
    { move: "pl", variations: [{ comments: [{ text: "or" }], moves: [{ move: "pr" }, { move: "4-2x1" }] }] },
    {
      move: "4-2x2",
      nags: [1, 14],
      comments: [{ text: "calm" }],
      variations: [{ moves: [{ move: "pr", variations: [{ moves: [{ move: "4-3x1" }] }] }] }],
    },
  ],
  result: "*",
};

describe("a record", () => {
  it("survives conversion to a tree and back", () => {
    const tree = treeOf(record);
    expect(mainLine(tree)).toEqual(["pl", "4-2x2"]);
    expect(movesTo(tree, [1, 0])).toEqual(["pr", "4-2x1"]);
    // A variation of a variation replaces the same move, so it becomes its sibling.
    expect(movesTo(tree, [0, 2])).toEqual(["pl", "4-3x1"]);
    const again = recordOf(record, tree, () => undefined);
    expect(treeOf(again)).toEqual(tree);
    expect(again.moves[0]).toEqual(record.moves[0]);
    expect(again.moves[1]?.comments).toEqual([{ text: "calm" }]);
  });

  it("merges lines with a common prefix", () => {
    const moves = [
      { move: "pl", variations: [{ moves: [{ move: "pl" }, { move: "pr" }] }] },
      { move: "4-2x2" },
    ];
    const tree = treeOf({ ...record, moves });
    expect(tree.next).toHaveLength(1);
    expect(movesTo(tree, [0, 1])).toEqual(["pl", "pr"]);
  });

  it("replaces the annotation glyph of a reviewed move", () => {
    const signed = recordOf(record, treeOf(record), (index) => (index === 1 ? 4 : undefined));
    expect(signed.moves[1]?.nags).toEqual([4, 14]);
    expect(signed.moves[0]?.nags).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { commentText, shapeMarks, shapesOf, withMoveAssessment, withComment, withShape } from "./annotations";
import type { Shape } from "../rules/types";
import { annotate, lineTree, notesAt } from "./tree";

const circle: Shape = { color: "green", at: "c3" };
const arrow: Shape = { color: "red", at: "c1", to: "c3" };

describe("notes", () => {
  it("are written at any place of a tree and removed again", () => {
    const tree = lineTree(["a", "b"]);
    for (const path of [[], [0], [0, 0]]) {
      const nags = path.length > 0 ? [1] : [];
      const noted = annotate({ tree, path }, { nags, comments: [{ text: "x" }] });
      expect(notesAt(noted)).toEqual({ nags, comments: [{ text: "x" }] });
      expect(notesAt({ ...noted, path: [0, 0, 0].slice(0, path.length + 1) }).comments).toEqual(
        path.length === 2 ? [{ text: "x" }] : [],
      );
      const cleared = annotate(noted, { nags: [], comments: [] });
      expect(notesAt(cleared)).toEqual({ nags: [], comments: [] });
    }
  });

  it("have one rating, and keep other glyphs", () => {
    expect(withMoveAssessment([1, 14], 4)).toEqual([4, 14]);
    expect(withMoveAssessment([4, 14], undefined)).toEqual([14]);
  });

  it("keep clock and evaluation when the text changes", () => {
    const comments = [{ text: "one", clock: 3 }, { text: "two", eval: { value: 1 } }, { shapes: [circle] }];
    expect(commentText(comments)).toBe("one\n\ntwo");
    expect(withComment(comments, { text: "new" })).toEqual([
      { text: "new", clock: 3, eval: { value: 1 }, shapes: [circle] },
    ]);
    expect(withComment([{ text: "one" }], { text: " " })).toEqual([]);
    expect(withComment([{ text: "one", shapes: [circle] }], { shapes: [] })).toEqual([{ text: "one" }]);
  });
});

describe("shapes", () => {
  it("are drawn, recoloured and removed", () => {
    expect(withShape([], circle)).toEqual([circle]);
    expect(withShape([circle, arrow], circle)).toEqual([arrow]);
    expect(withShape([circle], { ...circle, color: "blue" })).toEqual([{ ...circle, color: "blue" }]);
  });

  it("become marks on the board", () => {
    expect(shapesOf([{ shapes: [circle] }, { text: "x" }, { shapes: [arrow] }])).toEqual([circle, arrow]);
    expect(shapeMarks([circle, arrow]).map(({ kind, at, to, color }) => [kind, at, to, color])).toEqual([
      ["circle", "c3", undefined, "green"],
      ["line", "c1", "c3", "red"],
    ]);
  });
});

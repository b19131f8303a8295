import { expect, it } from "vitest";
import { layout, type Item } from "./layout";
import { lineTree, playAll } from "./tree";

const read = (items: readonly Item[]): string =>
  items
    .map(
      ({ branch, ply, others }) => `${ply}${branch.move}${others.map((line) => ` (${read(line)})`).join("")}`,
    )
    .join(" ");

it("a tree is laid out as in PGN", () => {
  let tree = lineTree(["a", "b", "c"]);
  tree = playAll({ tree, path: [0] }, ["x", "y"]).tree;
  tree = playAll({ tree, path: [0, 1] }, ["z"]).tree;
  tree = playAll({ tree, path: [] }, ["q"]).tree;
  expect(read(layout(tree.next))).toBe("1a (1q) 2b (2x 3y (3z)) 3c");
  const paths = layout(tree.next).flatMap((item) => item.others.map((line) => line.map(({ path }) => path)));
  expect(paths).toEqual([
    [[1]],
    [
      [0, 1],
      [0, 1, 0],
    ],
  ]);
});

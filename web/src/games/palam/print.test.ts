import { expect, it } from "vitest";
import { print } from "./print";

it("prints as many pieces as are in the box", () => {
  expect(print.pieces.map(({ count }) => count)).toEqual([24]);
});

it("prints every piece once", () => {
  expect(new Set(print.pieces[0]?.rectangles.flat()).size).toBe(24);
});

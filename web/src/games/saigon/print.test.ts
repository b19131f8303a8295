import { expect, it } from "vitest";
import { print } from "./print";

it("prints as many pieces as are in the box", () => {
  expect(print.pieces.map(({ count }) => count)).toEqual([8, 8]);
});

import { describe, expect, it } from "vitest";
import { PAPER_WIDTH } from "../board/print";
import { GAMES } from ".";
import { loadPrint } from "./extras";

describe.each(GAMES.filter(({ id }) => loadPrint(id) !== undefined))("the sheets of $id", ({ id }) => {
  it("have all pieces on A4 paper, each inside its cut lines", async () => {
    const kit = await loadPrint(id);
    expect(kit?.width).toBeLessThanOrEqual(PAPER_WIDTH);
    for (const { rectangles, count, isHalved, width, picture } of kit?.pieces ?? []) {
      expect(rectangles.flat()).toHaveLength(count);
      expect(rectangles.every((pieces) => pieces.length === (isHalved ? 2 : 1))).toBe(true);
      expect(picture).toBeLessThanOrEqual(width);
    }
  });
});

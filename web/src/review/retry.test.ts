import { describe, expect, it } from "vitest";
import { isBetter } from "./retry.svelte";

describe("a move is better than a mistake", () => {
  it("if it is no mistake itself and gives away less", () => {
    expect(isBetter({ label: "good", loss: 0.03 }, 0.3)).toBe(true);
    expect(isBetter({ label: "only", loss: 0 }, 0.06)).toBe(true);
    expect(isBetter({ label: "unclear", loss: 0.07 }, 0.3)).toBe(true);
  });

  it("but not if it gives away as much or is a smaller mistake", () => {
    expect(isBetter({ label: "inaccuracy", loss: 0.12 }, 0.3)).toBe(false);
    expect(isBetter({ label: "unclear", loss: 0.09 }, 0.09)).toBe(false);
  });
});

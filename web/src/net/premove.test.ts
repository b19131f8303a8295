import { describe, expect, it } from "vitest";
import { withSide } from "../board/withSide";
import { mostFrequent } from "./premove.svelte";

describe("what is drawn of a premove", () => {
  it("is what most replies lead to", () => {
    expect(mostFrequent([["a"], ["b"], ["b"]])).toEqual(["b"]);
    expect(mostFrequent([["a"], ["b"]])).toEqual(["a"]);
    expect(mostFrequent([])).toBeUndefined();
  });

  it("is shown in the position with its player to move", () => {
    expect(withSide("N3e/1S1S1/1ooow/Nsn2/n2N1 E 20 -", "R")).toBe("N3e/1S1S1/1ooow/Nsn2/n2N1 R 20 -");
  });
});

import { expect, it } from "vitest";
import { distinctKeys } from "./distinctKeys";

it("keeps keys that differ, and tells equal ones apart", () => {
  expect(distinctKeys(["s1", "w2"])).toEqual(["s1", "w2"]);
  expect(distinctKeys(["s1", "w2", "s1", "s1"])).toEqual(["s1", "w2", "s1 2", "s1 3"]);
});

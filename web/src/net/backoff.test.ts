import { expect, test } from "vitest";
import { backoff } from "./backoff";

test("each failure doubles the wait, up to half a minute", () => {
  expect([1, 2, 3, 4].map((failures) => backoff(failures, 1))).toEqual([500, 1_000, 2_000, 4_000]);
  expect(backoff(20, 1)).toBe(30_000);
});

test("chance spreads the tries over the second half of the wait", () => {
  expect(backoff(3, 0)).toBe(1_000);
  expect(backoff(3, 0.5)).toBe(1_500);
});

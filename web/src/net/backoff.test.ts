import { expect, test } from "vitest";
import { backoff } from "./backoff";

test("each failure doubles the delay, up to 30 seconds", () => {
  expect([1, 2, 3, 4].map((failures) => backoff(failures, 1))).toEqual([500, 1_000, 2_000, 4_000]);
  expect(backoff(20, 1)).toBe(30_000);
});

test("jitter spreads attempts over the second half of the delay", () => {
  expect(backoff(3, 0)).toBe(1_000);
  expect(backoff(3, 0.5)).toBe(1_500);
});

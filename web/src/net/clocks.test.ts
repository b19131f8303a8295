import { expect, test } from "vitest";
import { remainingTime, ServerTime, type Timing } from "./clocks";

test("the sample with the shortest round trip determines the server time", () => {
  const time = new ServerTime();
  time.guess(10_400, 0);
  expect(time.at(100)).toBe(10_500);
  // There and back in 200 ms: it was 10,000 there when it was 100 here.
  time.sample(10_000, 0, 200);
  expect(time.at(100)).toBe(10_000);
  // A slow answer or a one-way timestamp does not override a better sample.
  time.sample(20_500, 10_000, 11_000);
  time.guess(99_000, 12_000);
  expect(time.at(10_000)).toBe(19_900);
  time.sample(25_000, 15_000, 15_100);
  expect(time.at(15_000)).toBe(24_950);
});

test("a new connection discards earlier samples", () => {
  const time = new ServerTime();
  time.sample(1_000, 0, 10);
  time.reset();
  time.guess(5_000, 0);
  expect(time.at(0)).toBe(5_000);
});

test("only the running clock counts down, and not below zero", () => {
  const timing: Timing = { clocks: { p1: 60_000, p2: 5_000 }, since: 1_000, running: "p2" };
  expect(remainingTime(timing, "p1", 4_000)).toBe(60_000);
  expect(remainingTime(timing, "p2", 4_000)).toBe(2_000);
  expect(remainingTime(timing, "p2", 9_000)).toBe(0);
  // It does not run before its start time: the player is on vacation, or the server's clock is ahead.
  expect(remainingTime(timing, "p2", 500)).toBe(5_000);
  expect(remainingTime({ ...timing, running: null }, "p2", 4_000)).toBe(5_000);
});

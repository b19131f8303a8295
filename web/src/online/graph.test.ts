import { expect, test } from "vitest";
import { graph } from "./graph";

const history = (...ratings: number[]) =>
  ratings.map((rating, at) => ({
    game: "siam",
    speed: "blitz" as const,
    at,
    game_id: String(at),
    rating,
    deviation: 80,
  }));

test("the line spans the box, with higher ratings further up", () => {
  const { points, low, high } = graph(history(1500, 1540, 1480), 100, 50);
  expect(points.map(({ x }) => x)).toEqual([0, 50, 100]);
  const [first, best, worst] = points.map(({ y }) => y);
  expect(best).toBeLessThan(first ?? 0);
  expect(worst).toBeGreaterThan(first ?? 0);
  expect(points.every(({ y }) => y >= 0 && y <= 50)).toBe(true);
  expect([low, high]).toEqual([1480, 1540]);
});

test("grid lines are round numbers around the ratings", () => {
  const { lines } = graph(history(1503, 1547), 100, 50);
  expect(lines.map(({ rating }) => rating)).toEqual([1500, 1520, 1540, 1560]);
});

test("a constant rating is drawn as a line", () => {
  const { points, lines } = graph(history(1500, 1500), 100, 50);
  expect(points.every(({ y }) => Number.isFinite(y))).toBe(true);
  expect(lines.length).toBeGreaterThan(1);
});

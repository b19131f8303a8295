/** The layout of a rating graph. */
import type { PointView } from "../net/schema";

export interface Graph {
  /** The points of the line, from left to right. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly point: PointView }[];
  /** Horizontal grid lines. */
  readonly lines: readonly { readonly y: number; readonly rating: number }[];
  readonly low: number;
  readonly high: number;
}

/** Grid steps. */
const STEPS = [5, 10, 20, 50, 100, 200, 500];

/** Lays out a history, oldest first, in a box. Games are equally spaced. */
export function graph(history: readonly PointView[], width: number, height: number): Graph {
  const ratings = history.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const step = STEPS.find((step) => (high - low) / step <= 4) ?? 1_000;
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);
  const y = (rating: number) => height - ((rating - bottom) / (top - bottom)) * height;
  const x = (index: number) => (history.length < 2 ? width / 2 : (index / (history.length - 1)) * width);
  const lines = Array.from({ length: (top - bottom) / step + 1 }, (_, index) => bottom + index * step);
  return {
    points: history.map((point, index) => ({ x: x(index), y: y(point.rating), point })),
    lines: lines.map((rating) => ({ y: y(rating), rating })),
    low: Math.round(low),
    high: Math.round(high),
  };
}

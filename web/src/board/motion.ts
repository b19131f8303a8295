/** Animations of pieces. With reduced motion only the marks of the last move are shown. */
import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";

const DURATION = 220;

interface Travel {
  /** The resting position. */
  readonly x: number;
  readonly y: number;
  readonly turn?: number;
  /** The offset at the far end. */
  readonly dx: number;
  readonly dy: number;
  /** The scale at the far end. */
  readonly scale?: number;
  readonly duration?: number;
}

/** A transition from or to an offset position. */
export function travel(
  _node: Element,
  { x, y, turn = 0, dx, dy, scale = 1, duration = DURATION }: Travel,
): TransitionConfig {
  return {
    duration: prefersReducedMotion.current ? 0 : duration,
    css: (t, u) =>
      `transform: translate(${x + dx * u}px, ${y + dy * u}px) rotate(${turn}deg) scale(${t + scale * u}); opacity: ${Math.min(1, 2 * t)}`,
  };
}

/** The angle equivalent to `to` that is nearest to `from`, so that rotations take the short way. */
export const nearestTurn = (from: number, to: number): number =>
  from + ((((to - from) % 360) + 540) % 360) - 180;

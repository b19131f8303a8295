/** Movement explains what happened; whoever wants none sees the marks of the last move instead. */
import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";

export const DURATION = 220;

interface Way {
  /** Where the thing lies. */
  readonly x: number;
  readonly y: number;
  readonly turn?: number;
  /** How far away it comes from or goes to. */
  readonly dx: number;
  readonly dy: number;
  /** How large it is at the far end. */
  readonly scale?: number;
}

/** Comes from, or goes to, a place beside its own. */
export function travel(_node: Element, { x, y, turn = 0, dx, dy, scale = 1 }: Way): TransitionConfig {
  return {
    duration: prefersReducedMotion.current ? 0 : DURATION,
    css: (t, u) =>
      `transform: translate(${x + dx * u}px, ${y + dy * u}px) rotate(${turn}deg) scale(${t + scale * u}); opacity: ${Math.min(1, 2 * t)}`,
  };
}

/** The angle nearest to another that looks the same as a given one: nothing turns the long way round. */
export const nearestTurn = (from: number, to: number): number =>
  from + ((((to - from) % 360) + 540) % 360) - 180;

/** The durations of the animations, in milliseconds. One table for all games. */
import type { Phase } from "../board/types";

/** What a move does beyond placing a piece, as far as it is shown and heard. */
export type Effect = "push" | "slide" | "fall" | "contest";

export const TIMING = {
  lift: 80,
  travel: 220,
  contact: 90,
  /** A piece falls off the board. */
  fall: 420,
  /** The result of a contest between two pieces stays readable. */
  contest: 1_500,
  /** Between the end of a scene and the computer's move; the time of its search counts. */
  answer: 500,
  /** Between two scenes in a row. */
  between: 160,
  /** The picture of what decided the game, before the result is announced. */
  ending: 2_400,
} as const;

/** The time a phase takes; 0 for a phase that has nothing to show. */
export function duration(phase: Phase, effects: readonly Effect[], isReduced: boolean): number {
  if (phase === "consequence") {
    if (effects.includes("contest")) return TIMING.contest;
    return effects.includes("fall") ? TIMING.fall : 0;
  }
  return isReduced ? 0 : TIMING[phase];
}

/** The phases of a move. A piece that the local player has moved by hand is not lifted again. */
export function phases(effects: readonly Effect[], isOwn: boolean): readonly Phase[] {
  const base: readonly Phase[] = isOwn ? ["travel", "contact"] : ["lift", "travel", "contact"];
  return effects.includes("fall") || effects.includes("contest") ? [...base, "consequence"] : base;
}

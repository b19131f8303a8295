/**
 * A move is made of steps: choose a piece, a place, a shape. Every legal move is a path of such steps, so what can be
 * chosen next is what some legal move still goes through. The rules library lists the moves; this module contains no
 * rules.
 */

/** What choosing a target does; each kind is marked in the same way on every board. `inPlace` turns or swaps a piece. */
export type TargetKind =
  "piece" | "move" | "capture" | "push" | "inPlace" | "exit" | "shape" | "turn" | "action";

/** One choice: something on the board, beside it, or a shape. */
export interface InputStep {
  /** What is chosen: `cell:c1`, `reserve:p1`, `facing:N`, `turn:N`, `corner:ne`, `push:r`, `pass`. */
  readonly key: string;
  readonly kind: TargetKind;
}

/** A legal move and the ways to choose it. */
export interface InputPath {
  readonly move: string;
  readonly steps: readonly InputStep[];
}

export class Choices {
  readonly #paths: readonly InputPath[];

  constructor(paths: readonly InputPath[]) {
    this.#paths = paths;
  }

  /** The paths that begin with the steps chosen so far. */
  #after(chosen: readonly string[]): readonly InputPath[] {
    return this.#paths.filter((path) => chosen.every((key, index) => path.steps[index]?.key === key));
  }

  /** The next steps, without duplicates. */
  next(chosen: readonly string[]): InputStep[] {
    const steps = new Map<string, InputStep>();
    for (const path of this.#after(chosen)) {
      const step = path.steps[chosen.length];
      // "Can move" takes precedence over "can only swap".
      const known = step && steps.get(step.key);
      if (step && (!known || (known.kind === "inPlace" && step.kind === "piece"))) steps.set(step.key, step);
    }
    return [...steps.values()];
  }

  /** The move if all its steps are chosen. */
  complete(chosen: readonly string[]): string | undefined {
    return this.#after(chosen).find((path) => path.steps.length === chosen.length)?.move;
  }

  /** The moves that begin with these steps. */
  moves(chosen: readonly string[]): string[] {
    return [...new Set(this.#after(chosen).map((path) => path.move))];
  }

  /**
   * Adds a step, and the shape after it if there is only one. `undefined` if the step is not possible here.
   */
  choose(chosen: readonly string[], key: string): string[] | undefined {
    const steps = [...chosen, key];
    if (this.#after(steps).length === 0) return undefined;
    for (;;) {
      if (this.complete(steps) !== undefined) return steps;
      const next = this.next(steps);
      const only = next[0];
      if (next.length !== 1 || only === undefined || only.kind !== "shape") return steps;
      steps.push(only.key);
    }
  }
}

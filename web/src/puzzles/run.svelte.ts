/** A series of puzzles: a streak or three minutes. */
import { loadProgress, saveProgress, withRun } from "./progress";
import { RATING_STEP, nextOfRun } from "./select";
import type { Puzzle } from "../rules/puzzle";

export type RunMode = "streak" | "timed";

/** The time of a timed run, and what a wrong move costs, in milliseconds. */
export const TIME = 180_000;
export const PENALTY = 10_000;

/** How often the clock is shown anew, in milliseconds. */
const TICK = 100;

interface Conditions {
  readonly now: () => number;
  readonly random: () => number;
}

/** A streak ends with the first wrong move, a timed run with its time. Both get harder from puzzle to puzzle. */
export class Run {
  readonly mode: RunMode;
  readonly #game: string;
  readonly #puzzles: readonly Puzzle[];
  readonly #conditions: Conditions;
  /** The puzzle to solve; undefined when there are no more. */
  puzzle = $state.raw<Puzzle>();
  solved = $state(0);
  /** The puzzles that were not solved. */
  missed = $state.raw<readonly Puzzle[]>([]);
  isOver = $state(false);
  /** Milliseconds left in a timed run. */
  left = $state(TIME);
  /** The best result before this run. */
  readonly best: number;
  readonly #seen = new Set<string>();
  #end: number;

  constructor(
    mode: RunMode,
    game: string,
    puzzles: readonly Puzzle[],
    conditions: Conditions = { now: () => Date.now(), random: Math.random },
  ) {
    [this.mode, this.#game, this.#puzzles, this.#conditions] = [mode, game, puzzles, conditions];
    const { bestStreak, bestTimed } = loadProgress(game);
    this.best = mode === "streak" ? bestStreak : bestTimed;
    this.#end = conditions.now() + TIME;
    this.#next();
  }

  get isRecord(): boolean {
    return this.solved > this.best;
  }

  #next(): void {
    this.puzzle = nextOfRun(this.#puzzles, this.#seen, RATING_STEP[this.mode], this.#conditions.random);
    if (this.puzzle) this.#seen.add(this.puzzle.id);
    else this.isOver = true;
  }

  /** The puzzle was solved. */
  succeed(): void {
    if (this.isOver) return;
    this.solved += 1;
    // Now, and not at the end: the page may be left before.
    saveProgress(this.#game, withRun(loadProgress(this.#game), this.mode, this.solved));
    this.#next();
  }

  /** A move was wrong. The puzzle of a streak stays, so that it can be looked at. */
  fail(): void {
    if (this.isOver || !this.puzzle) return;
    this.missed = [...this.missed, this.puzzle];
    if (this.mode === "streak") {
      this.isOver = true;
      return;
    }
    this.#end -= PENALTY;
    this.tick();
    if (!this.isOver) this.#next();
  }

  /** Updates the clock and ends the run when its time is over. */
  tick(): void {
    if (this.mode !== "timed" || this.isOver) return;
    this.left = Math.max(this.#end - this.#conditions.now(), 0);
    if (this.left === 0) this.isOver = true;
  }

  /** To be called in an effect: starts the clock and returns a function that stops it. */
  start(): () => void {
    const timer = setInterval(() => this.tick(), TICK);
    return () => clearInterval(timer);
  }
}

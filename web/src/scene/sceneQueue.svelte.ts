/**
 * The scene queue: shows positions and plays moves as scenes, one after the other. Local games, games on the server and the
 * replay of a game feed the same queue. The state of the game may be ahead of what is shown.
 */
import { prefersReducedMotion } from "svelte/motion";
import type { Phase, ScenePhase } from "../board/types";
import type { Insight } from "../rules/insight";
import type { Seat, Snapshot } from "../rules/types";
import { settings } from "../settings.svelte";
import { systemTimer, type Timer } from "./timer";
import { duration, phases, TIMING, type Effect } from "./timing";

/** A move as it is shown. */
export interface AnimatedMove {
  readonly before: Snapshot;
  readonly move: string;
  readonly after: Snapshot;
  readonly effects: readonly Effect[];
  /** Whether the local player has made the move on this board. */
  readonly isOwn?: boolean;
  /** Whether the computer made the move: it takes a moment before it plays. */
  readonly isComputer?: boolean;
  /** The winner, if the move decides a contest between pieces. */
  readonly contestWinner?: Seat | null;
  /** What decided the game, if this move ended it. */
  readonly ending?: Insight | undefined;
}

export type SceneEvent =
  | { readonly type: "phase"; readonly phase: Phase; readonly animatedMove: AnimatedMove }
  | { readonly type: "ending"; readonly animatedMove: AnimatedMove }
  /** Everything has been shown. */
  | { readonly type: "settled"; readonly animatedMove: AnimatedMove | undefined };

interface Conditions {
  readonly timer: Timer;
  readonly isReduced: () => boolean;
  readonly isHidden: () => boolean;
  readonly isFast: () => boolean;
}

const DEFAULTS: Conditions = {
  timer: systemTimer,
  isReduced: () => prefersReducedMotion.current,
  isHidden: () => document.visibilityState === "hidden",
  isFast: () => settings.pace === "fast",
};

export class SceneQueue {
  /** The position on the board: before the move while a piece is lifted, after it from then on. */
  snapshot = $state.raw<Snapshot>();
  /** The position before the last move. */
  before = $state.raw<Snapshot>();
  /** The last move, or the move being shown. */
  last = $state.raw<string>();
  /** The move being shown; undefined at rest. */
  scene = $state.raw<ScenePhase>();
  /** What decided the game, while its last position is shown. */
  ending = $state.raw<Insight>();
  /** Whether scenes are being shown or are about to be. */
  isBusy = $state(false);
  /** The number of moves that are known but have not begun yet. */
  waiting = $state(0);
  readonly #conditions: Conditions;
  readonly #listener: (event: SceneEvent) => void;
  #queue: AnimatedMove[] = [];
  #isSkipping = false;
  /** When the last scene ended. */
  #restingSince = -Infinity;
  /** The pending step and how to cancel its timer. */
  #step: { readonly run: () => void; readonly cancel: () => void } | undefined;
  #shownLast: AnimatedMove | undefined;
  #onSettled: (() => void)[] = [];

  constructor(listener: (event: SceneEvent) => void = () => undefined, conditions: Partial<Conditions> = {}) {
    this.#listener = listener;
    this.#conditions = { ...DEFAULTS, ...conditions };
  }

  /** Shows a position at once, and drops all scenes. */
  show(
    snapshot: Snapshot,
    at: { before?: Snapshot; last?: string; ending?: Insight | undefined } = {},
  ): void {
    this.#step?.cancel();
    this.#step = undefined;
    this.#setQueue([]);
    this.#restingSince = -Infinity;
    [this.snapshot, this.before, this.last, this.ending] = [snapshot, at.before, at.last, at.ending];
    this.scene = undefined;
    this.#settle();
  }

  /** Plays a move after those that are waiting. */
  play(animatedMove: AnimatedMove): void {
    this.#setQueue([...this.#queue, animatedMove]);
    if (this.isBusy) return;
    this.isBusy = true;
    this.#shownLast = undefined;
    this.#next();
  }

  /** Brings everything that is waiting to its end at once. Only what decided the game keeps its time. */
  skip(): void {
    if (!this.isBusy) return;
    this.#isSkipping = true;
    const step = this.#step;
    this.#step = undefined;
    step?.cancel();
    step?.run();
  }

  /** Resolves when everything has been shown. */
  settled(): Promise<void> {
    return this.isBusy ? new Promise((done) => this.#onSettled.push(done)) : Promise.resolve();
  }

  /** To be called in an effect: a tab that gets hidden skips to the present. */
  watch(): () => void {
    const onchange = () => {
      if (this.#conditions.isHidden()) this.skip();
    };
    document.addEventListener("visibilitychange", onchange);
    return () => document.removeEventListener("visibilitychange", onchange);
  }

  #setQueue(queue: AnimatedMove[]): void {
    this.#queue = queue;
    this.waiting = queue.length;
  }

  #wait(milliseconds: number, run: () => void): void {
    // Many moves at once, as after a lost connection, go faster.
    const time = milliseconds / Math.max(1, this.#queue.length / 2);
    if (time <= 0 || this.#isSkipping || this.#conditions.isHidden()) return run();
    const cancel = this.#conditions.timer.after(time, () => {
      this.#step = undefined;
      run();
    });
    this.#step = { run, cancel };
  }

  #pause(animatedMove: AnimatedMove): number {
    if (animatedMove.isOwn) return 0;
    const { answer, between } = TIMING;
    const pause = animatedMove.isComputer && !this.#conditions.isFast() ? answer : between;
    return this.#restingSince + pause - this.#conditions.timer.now();
  }

  #next(): void {
    const [animatedMove] = this.#queue;
    if (!animatedMove) return this.#settle();
    this.#wait(this.#pause(animatedMove), () => {
      this.#setQueue(this.#queue.slice(1));
      [this.before, this.last, this.ending] = [animatedMove.before, animatedMove.move, undefined];
      this.#play(animatedMove, phases(animatedMove.effects, animatedMove.isOwn ?? false));
    });
  }

  #play(animatedMove: AnimatedMove, [phase, ...rest]: readonly Phase[]): void {
    if (phase === undefined) return this.#finish(animatedMove);
    this.snapshot = phase === "lift" ? animatedMove.before : animatedMove.after;
    this.scene = { move: animatedMove.move, before: animatedMove.before.position, phase };
    this.#listener({ type: "phase", phase, animatedMove });
    const time = duration(phase, animatedMove.effects, this.#conditions.isReduced());
    this.#wait(time, () => this.#play(animatedMove, rest));
  }

  #finish(animatedMove: AnimatedMove): void {
    this.scene = undefined;
    this.#shownLast = animatedMove;
    this.#restingSince = this.#conditions.timer.now();
    if (!animatedMove.ending) return this.#next();
    this.#isSkipping = false;
    this.ending = animatedMove.ending;
    this.#listener({ type: "ending", animatedMove });
    this.#wait(TIMING.ending, () => this.#next());
  }

  #settle(): void {
    const wasBusy = this.isBusy;
    this.isBusy = false;
    this.#isSkipping = false;
    if (wasBusy) this.#listener({ type: "settled", animatedMove: this.#shownLast });
    const waiting = this.#onSettled;
    this.#onSettled = [];
    for (const done of waiting) done();
  }
}

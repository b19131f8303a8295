/** Times the scenes of the queue. Tests have their own timer. */
export interface Timer {
  now(): number;
  /** Calls `run` once after the time has passed; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimer: Timer = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const id = setTimeout(run, milliseconds);
    return () => clearTimeout(id);
  },
};

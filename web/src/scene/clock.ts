/** The clock of the scene queue. Tests have their own. */
export interface Clock {
  now(): number;
  /** Calls `run` once after the time has passed; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The game that was solved on this device: its exact values need no server. One game at a time. */
import { probe, solveGame, type ProbedPosition } from "../rules/prover";
import { specOf, type PositionSpec } from "../rules/client";
import type { Snapshot } from "../rules/types";

const keyOf = ({ game, variant = [] }: PositionSpec): string => JSON.stringify([game, variant]);

class DeviceTablebase {
  /** The share of the work that is done, from 0 to 1, while a game is being solved. */
  progress = $state<number>();
  /** Whether the last attempt to solve a game has failed. */
  hasFailed = $state(false);
  #solved = $state<string>();

  /** Whether the game of a position is solved, with its variants. */
  isSolved(spec: PositionSpec): boolean {
    return this.#solved === keyOf(spec);
  }

  async solve(spec: PositionSpec): Promise<void> {
    if (this.isSolved(spec)) return;
    [this.progress, this.hasFailed] = [0, false];
    try {
      await solveGame(spec, (done) => (this.progress = done));
      this.#solved = keyOf(spec);
    } catch {
      this.hasFailed = true;
    } finally {
      this.progress = undefined;
    }
  }

  async probe(snapshot: Snapshot): Promise<ProbedPosition | undefined> {
    return (await probe(specOf(snapshot))) ?? undefined;
  }
}

export const deviceTablebase = new DeviceTablebase();

/** Looks up the position on the board: in the table solved on this device if there is one, otherwise on the server. */
import { api, errorMessage } from "../net/api";
import type { ProbedPosition } from "../rules/prover";
import type { Snapshot } from "../rules/types";
import { deviceTablebase } from "./device.svelte";
import type { Value } from "./value";

export class TablebaseLookup {
  #known = $state.raw<{ readonly about: Snapshot; readonly entry: ProbedPosition }>();
  /** The error message, if the lookup failed. */
  error = $state<string>();
  #requested: Snapshot | undefined;

  /** The entry of a position, if it is loaded. */
  of(snapshot: Snapshot): ProbedPosition | undefined {
    return this.#known && isSame(this.#known.about, snapshot) ? this.#known.entry : undefined;
  }

  /** The values of its moves. */
  values(snapshot: Snapshot): ReadonlyMap<string, Value> | undefined {
    const entry = this.of(snapshot);
    return entry && new Map(entry.moves.map(({ move, value }) => [move, value]));
  }

  /** Looks up a position; `undefined` stops. */
  async load(about: Snapshot | undefined): Promise<void> {
    this.#requested = about;
    this.error = undefined;
    if (!about || this.of(about)) return;
    try {
      const entry = deviceTablebase.isSolved(about)
        ? await deviceTablebase.probe(about)
        : await api.tablebase(about.game, about.variant, about.position);
      if (entry && about === this.#requested) this.#known = { about, entry };
    } catch (problem) {
      if (about === this.#requested) this.error = errorMessage(problem);
    }
  }
}

/** Positions are the same only with the same variants. */
function isSame(one: Snapshot, two: Snapshot): boolean {
  return (
    one.game === two.game && one.position === two.position && String(one.variant) === String(two.variant)
  );
}

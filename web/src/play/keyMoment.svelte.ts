/** One moment that decided a finished game, found by a short review: a win that was missed, or the most costly move. */
import { describe, reviewGame, type PositionSpec } from "../rules/client";
import type { Review, Seat } from "../rules/types";

/** The nodes per move of the review: about a second for a whole game. */
const NODES = 1_500;

export interface FoundMoment {
  /** The number of the move, from 1. */
  readonly ply: number;
  readonly player: Seat;
  /** Whether the player could have won; otherwise the move cost the most. */
  readonly isMissedWin: boolean;
  /** Whether that is proven; otherwise it is an estimate. */
  readonly proven: boolean;
  /** The best move in its place. */
  readonly best: string | undefined;
}

/** The last missed win of a game, otherwise its last turning point. */
export function keyMomentOf({ moves, turning_points }: Review): FoundMoment | undefined {
  const missed = moves.findLast(({ label }) => label === "missed-win");
  const found = missed ?? moves.find(({ ply }) => ply === turning_points.at(-1));
  const { ply, player, proven = false, best, move } = found ?? {};
  if (ply === undefined || player === undefined) return undefined;
  return {
    ply,
    player,
    isMissedWin: missed !== undefined,
    proven,
    best: best === move ? undefined : (best ?? undefined),
  };
}

export class KeyMoment {
  found = $state.raw<FoundMoment>();
  /** What could have been played, as a phrase. */
  better = $state("");
  isLoading = $state(false);
  /** Whether the review was stopped or failed: nothing is known of the moves. */
  hasFailed = $state(false);
  #latest = 0;
  /** The game that is reviewed or has been. */
  #reviewed = "";

  /** Reviews a game, unless that has been done or is being done. */
  async find(spec: PositionSpec, lang: string): Promise<void> {
    const game = JSON.stringify([spec, lang]);
    if (game === this.#reviewed) return;
    this.#reviewed = game;
    const request = ++this.#latest;
    [this.found, this.better, this.isLoading, this.hasFailed] = [undefined, "", true, false];
    try {
      const review = await reviewGame(spec, NODES, () => undefined);
      const found = keyMomentOf(review);
      const before = { ...spec, moves: spec.moves?.slice(0, (found?.ply ?? 1) - 1) ?? [] };
      const better = found?.best === undefined ? "" : await describe(before, found.best, lang);
      if (request === this.#latest) [this.found, this.better] = [found, better];
    } catch {
      if (request === this.#latest) [this.hasFailed, this.#reviewed] = [true, ""];
    } finally {
      if (request === this.#latest) this.isLoading = false;
    }
  }

  clear(): void {
    this.#latest += 1;
    [this.found, this.isLoading, this.hasFailed, this.#reviewed] = [undefined, false, false, ""];
  }
}

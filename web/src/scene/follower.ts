/** Brings a scene queue to a list of moves: by scenes where it continues what is shown, otherwise at once. */
import type { Lang } from "../i18n/index.svelte";
import { ending, previewMove, show, specOf, type PositionSpec } from "../rules/client";
import type { Insight } from "../rules/insight";
import type { Snapshot } from "../rules/types";
import type { AnimatedMove, SceneQueue } from "./sceneQueue.svelte";
import type { Effect } from "./timing";

/** After a long absence only the last moves are shown as scenes. */
const MAX_SCENES = 8;

const EFFECTS: Readonly<Partial<Record<Insight["marks"][number]["kind"], Effect>>> = {
  pushes: "push",
  slides: "slide",
  falls: "fall",
  loses: "contest",
};

export const effectsOf = ({ marks }: Insight): Effect[] => [
  ...new Set(marks.flatMap(({ kind }) => EFFECTS[kind] ?? [])),
];

/** What decided the game; a game without marks for it has only the sentence. */
const endingOf = (spec: PositionSpec, last: Snapshot, lang: Lang): Promise<Insight> =>
  ending(spec, lang).catch(() => ({ marks: [], text: last.ending ?? "" }));

export interface ShowOptions {
  readonly isOwn?: boolean;
  readonly isComputer?: boolean;
  /** Whether the position is shown at once, without a scene. */
  readonly isJump?: boolean;
}

export class Follower {
  readonly #sceneQueue: SceneQueue;
  /** The moves that are shown or waiting in the queue. */
  #moves: readonly string[] | undefined;
  #latest = 0;

  constructor(sceneQueue: SceneQueue) {
    this.#sceneQueue = sceneQueue;
  }

  /** The position after the moves, or undefined if another call came in between. */
  async showMoves(spec: PositionSpec, lang: Lang, options: ShowOptions = {}): Promise<Snapshot | undefined> {
    const request = ++this.#latest;
    const moves = spec.moves ?? [];
    const known = this.#moves;
    const continues =
      !options.isJump &&
      known !== undefined &&
      moves.length >= known.length &&
      known.every((move, index) => moves[index] === move);
    const first = continues ? Math.max(known.length, moves.length - MAX_SCENES) : moves.length;
    const at = (count: number) => show({ ...spec, moves: moves.slice(0, count) }, lang);
    const start = Math.max(first - 1, 0);
    const snapshots = await Promise.all(
      Array.from({ length: moves.length - start + 1 }, (_, index) => at(start + index)),
    );
    const latest = snapshots.at(-1);
    // Only the last move of all can end the game.
    const decided = latest?.outcome ? await endingOf(spec, latest, lang) : undefined;
    const animatedMoves = await Promise.all(
      moves.slice(first).map(async (move, index): Promise<AnimatedMove | undefined> => {
        const [before, after] = [snapshots[first - start + index], snapshots[first - start + index + 1]];
        return (
          before &&
          after &&
          this.#animatedMove(
            { before, move, after, ending: after.outcome ? decided : undefined },
            lang,
            options,
          )
        );
      }),
    );
    if (request !== this.#latest || !latest) return undefined;
    const shown = snapshots[first - start];
    if (shown && (!continues || first > known.length)) {
      const last = moves[first - 1];
      const before = snapshots[0];
      this.#sceneQueue.show(shown, {
        ...(last !== undefined && before && { before, last }),
        ending: first === moves.length ? decided : undefined,
      });
    }
    this.#moves = moves;
    for (const move of animatedMoves) if (move) this.#sceneQueue.play(move);
    return latest;
  }

  async #animatedMove(
    { before, move, after, ending }: Pick<AnimatedMove, "before" | "move" | "after" | "ending">,
    lang: Lang,
    { isOwn = false, isComputer = false }: ShowOptions,
  ): Promise<AnimatedMove> {
    const insight = await previewMove(specOf(before), move, lang).catch((): Insight => ({
      marks: [],
      text: "",
    }));
    const contestWinner = insight.marks.find(({ kind }) => kind === "decides")?.owner ?? null;
    return { before, move, after, effects: effectsOf(insight), contestWinner, isOwn, isComputer, ending };
  }
}

/** A position played to the end against perfect play. */
import type { Lang } from "../i18n/index.svelte";
import { bestMove, solveGame } from "../rules/prover";
import type { BestMove, Snapshot } from "../rules/types";
import type { SceneQueue } from "../scene/sceneQueue.svelte";
import { MoveSession } from "../puzzles/moveSession.svelte";
import type { ProvenPosition } from "../rules/puzzle";
import {
  finalStanding,
  isKept,
  isReached,
  mistakeOf,
  standingOf,
  type Mistake,
  type Standing,
} from "./judge";
import { saveResult } from "./progress";

/** A perfect line that is longer than this is cut. */
const MAX_PLIES = 80;

/** A mistake, with what would have been right. */
export interface RecordedMistake {
  readonly mistake: Mistake;
  /** The number of the ply, from 0. */
  readonly ply: number;
  /** The moves before it. */
  readonly line: readonly string[];
  readonly best: string;
}

export class PracticeSession extends MoveSession {
  readonly start: ProvenPosition;
  /** `busy` while the opponent looks for a move and plays it. */
  state = $state<"loading" | "open" | "busy" | "over">("loading");
  /** The mistakes of the result or of points; taking a move back does not undo them. */
  mistakes = $state.raw<readonly RecordedMistake[]>([]);
  /** What the last move gave away; null if it was right, undefined before the first one. */
  last = $state.raw<Mistake | null>();
  isReached = $state(false);
  /** The perfect line from the start, once it is asked for. */
  perfect = $state.raw<readonly string[]>();
  isLooking = $state(false);
  /** The fraction of the game that is solved, while its table is being computed. */
  solveProgress = $state<number>();
  #best: BestMove | null = null;
  #played: readonly string[] = [];

  constructor(start: ProvenPosition, sceneQueue: SceneQueue) {
    super(start, sceneQueue);
    this.start = start;
  }

  protected get isOpen(): boolean {
    return this.state === "open";
  }

  protected get mayLook(): boolean {
    return this.isOpen || this.state === "over";
  }

  async begin(lang: Lang): Promise<void> {
    await this.go([], lang, { isJump: true });
    if (this.start.proof === "table")
      await solveGame(this.spec([]), (done) => (this.solveProgress = done)).finally(
        () => (this.solveProgress = undefined),
      );
    this.#best = await bestMove(this.spec());
    this.state = "open";
  }

  async play(move: string, lang: Lang): Promise<void> {
    const best = this.#best;
    if (!this.isActive || !best) return;
    this.state = "busy";
    try {
      await this.#playAndReply(move, best, lang);
    } catch (error) {
      // The engine failed: the player may go on.
      this.state = "open";
      throw error;
    }
  }

  async #playAndReply(move: string, best: BestMove, lang: Lang): Promise<void> {
    const { side, goal } = this.start;
    const before = standingOf(best, side, side);
    let snapshot = await this.go([...this.moves, move], lang, { isOwn: true });
    if (!snapshot) return;
    let reply = snapshot.outcome ? null : await bestMove(this.spec());
    this.#note(mistakeOf(before, this.#standing(snapshot, reply), goal), best.move);
    while (reply && snapshot.turn !== side) {
      await this.sceneQueue.settled();
      const next: Snapshot | undefined = await this.go([...this.moves, reply.move], lang, {
        isComputer: true,
      });
      if (!next) return;
      snapshot = next;
      reply = snapshot.outcome ? null : await bestMove(this.spec());
    }
    await this.sceneQueue.settled();
    if (snapshot.outcome) this.#finish(snapshot);
    else [this.#best, this.state] = [reply, "open"];
  }

  #standing(snapshot: Snapshot, best: BestMove | null): Standing {
    const { side } = this.start;
    return snapshot.outcome ? finalStanding(snapshot, side) : standingOf(best, snapshot.turn, side);
  }

  #note(mistake: Mistake | undefined, best: string): void {
    this.last = mistake ?? null;
    if (mistake && mistake.kind !== "slow") {
      const line = this.moves.slice(0, -1);
      this.mistakes = [...this.mistakes, { mistake, ply: line.length, line, best }];
    }
  }

  #finish(snapshot: Snapshot): void {
    const { game, id, goal, side } = this.start;
    const [end, mistakes] = [finalStanding(snapshot, side), this.mistakes.length];
    this.isReached = isReached(goal, end, mistakes);
    if (isKept(goal, end, mistakes)) saveResult(game, id, mistakes);
    this.#played = this.moves;
    this.state = "over";
  }

  /** Takes back to before the player's last move. The mistake still counts. */
  async takeBack(lang: Lang): Promise<void> {
    if (this.state !== "open" && this.state !== "over") return;
    this.sceneQueue.skip();
    const { side } = this.start;
    let moves = this.state === "over" ? this.#played : this.moves;
    this.state = "busy";
    let snapshot: Snapshot | undefined;
    do {
      moves = moves.slice(0, -1);
      snapshot = await this.go(moves, lang, { isJump: true });
    } while (snapshot && snapshot.turn !== side && moves.length > 0);
    this.#best = await bestMove(this.spec());
    [this.last, this.perfect, this.isReached, this.state] = [undefined, undefined, false, "open"];
  }

  /** Looks for the perfect line from the start and shows it on the board. */
  async showPerfect(lang: Lang): Promise<void> {
    if (this.state !== "over" || this.isLooking) return;
    this.isLooking = true;
    try {
      const line: string[] = [];
      while (line.length < MAX_PLIES) {
        const best = await bestMove(this.spec(line));
        if (!best) break;
        line.push(best.move);
      }
      this.perfect = line;
      this.moves = line;
      await this.goTo(0, lang);
      void this.positions.load(this.spec(line));
    } finally {
      this.isLooking = false;
    }
  }
}

/** The attempt to solve a puzzle: right moves are answered on the board, wrong ones are refuted and can be taken back. */
import type { Lang } from "../i18n/index.svelte";
import { describe, describeLine, RulesError } from "../rules/client";
import type { Insight } from "../rules/insight";
import { refute, solveGame } from "../rules/prover";
import type { SceneQueue } from "../scene/sceneQueue.svelte";
import { MoveSession } from "./moveSession.svelte";
import { mainLine, type Puzzle, type SolutionStep } from "../rules/puzzle";

/**
 * `open`: the solver is to move. `busy`: a right move and its reply are being shown. `wrong`: a wrong move is on the board.
 * `solved` and `shown`: the end, by the solver or by showing the solution.
 */
export type SolvingState = "loading" | "open" | "busy" | "wrong" | "solved" | "shown";

export class PuzzleSession extends MoveSession {
  readonly puzzle: Puzzle;
  state = $state<SolvingState>("loading");
  /** Why the move on the board is wrong, once it is known. */
  refutation = $state.raw<Insight>();
  /** The fraction of a solved game that is computed, while a refutation waits for it. */
  solveProgress = $state<number>();
  /** What the opponent has replied, as a phrase. */
  reply = $state("");
  /** Whether a move was wrong or the solution was shown. */
  hadHelp = $state(false);
  #accepted: readonly SolutionStep[];
  /** The solver's own moves that were right. */
  #own: readonly string[] = [];

  constructor(puzzle: Puzzle, sceneQueue: SceneQueue) {
    super(puzzle, sceneQueue);
    this.puzzle = puzzle;
    this.#accepted = puzzle.solution;
  }

  get isOver(): boolean {
    return this.state === "solved" || this.state === "shown";
  }

  protected get isOpen(): boolean {
    return this.state === "open";
  }

  protected get mayLook(): boolean {
    return this.isOpen || this.isOver;
  }

  /** The number of moves that are still to be found. */
  get left(): number {
    return this.puzzle.moves - this.#own.length;
  }

  /** The solver's moves, the wrong one on the board included, as the server judges them. */
  get attempt(): readonly string[] {
    const tried = this.state === "wrong" ? this.moves.at(-1) : undefined;
    return tried === undefined ? this.#own : [...this.#own, tried];
  }

  async begin(lang: Lang): Promise<void> {
    if (await this.go([], lang, { isJump: true })) this.state = "open";
  }

  /** Plays a move of the solver. Resolves when it is judged and, if it is right, answered. */
  async play(move: string, lang: Lang): Promise<"right" | "wrong" | undefined> {
    if (!this.isActive) return undefined;
    const before = this.moves;
    const step = this.#accepted.find((accepted) => accepted.move === move);
    this.reply = "";
    if (!step) {
      [this.state, this.hadHelp, this.refutation] = ["wrong", true, undefined];
      await this.go([...before, move], lang, { isOwn: true });
      return "wrong";
    }
    this.state = "busy";
    this.#own = [...this.#own, move];
    if (!(await this.go([...before, move], lang, { isOwn: true }))) return undefined;
    this.#accepted = step.then;
    if (step.then.length === 0) {
      // The text comes while the rest of the line is still being shown.
      this.state = "solved";
      if (step.replies.length > 0) void this.#answer(step.replies, lang);
      return "right";
    }
    await this.sceneQueue.settled();
    await this.#answer(step.replies, lang);
    this.state = "open";
    return "right";
  }

  async #answer(replies: readonly string[], lang: Lang): Promise<void> {
    const before = this.moves;
    const described = replies.map((reply, index) =>
      describe(this.spec([...before, ...replies.slice(0, index)]), reply, lang),
    );
    await this.go([...before, ...replies], lang, { isComputer: true });
    await this.sceneQueue.settled();
    this.reply = (await Promise.all(described)).join(", ");
  }

  /** Looks for the refutation of the wrong move on the board. */
  async explain(lang: Lang): Promise<void> {
    const tried = this.moves.at(-1);
    if (this.state !== "wrong" || tried === undefined) return;
    const { moves } = this;
    const played = moves.length - 1;
    const { goal, proof } = this.puzzle;
    const isCurrent = () => this.state === "wrong" && this.moves === moves;
    try {
      if (proof === "table") await solveGame(this.spec(), (done) => (this.solveProgress = done));
      if (!isCurrent()) return;
      // The plies of the goal count from this turn of the solver.
      const rest = goal.within == null ? goal : { ...goal, within: goal.within - played };
      const before = this.spec(moves.slice(0, -1));
      const { reply, text } = await refute(before, tried, rest, lang);
      const line = reply === null ? undefined : await describeLine(before, [tried, reply], lang);
      const marks = line?.marks.filter(({ kind }) => kind === "reply") ?? [];
      if (isCurrent()) this.refutation = { text, marks };
    } catch (error) {
      // Without memory for the table there is no refutation: the move is wrong all the same.
      if (!(error instanceof RulesError)) throw error;
    } finally {
      this.solveProgress = undefined;
    }
  }

  /** Takes the wrong move back. */
  async takeBack(lang: Lang): Promise<void> {
    if (this.state !== "wrong") return;
    this.refutation = undefined;
    await this.go(this.moves.slice(0, -1), lang, { isJump: true });
    this.state = "open";
  }

  /** Plays the rest of the solution on the board. */
  async showSolution(lang: Lang): Promise<void> {
    if (this.state === "wrong") await this.takeBack(lang);
    if (this.state !== "open") return;
    this.hadHelp = true;
    this.reply = "";
    this.state = "shown";
    await this.go([...this.moves, ...mainLine(this.#accepted)], lang, { isComputer: true });
  }
}

/** Exercises from the mistakes of a reviewed game: each asks for a better move than the one played. */
import { sentence } from "../i18n/phrases";
import type { Lang } from "../i18n/index.svelte";
import { describeLine, judgeMove, show, stopSearch, type PositionSpec } from "../rules/client";
import type { InsightMark } from "../rules/insight";
import type { ResultGoal } from "../rules/puzzle";
import { certify, judgeByTable, refute, type Certified } from "../rules/prover";
import type { ReviewedMove, Snapshot } from "../rules/types";
import { isBad } from "../analysis/annotations";
import { deviceTablebase } from "../tablebase/device.svelte";

/** The search nodes with which the engine judges a move: about a second on a phone. */
const NODES = 100_000;

type Puzzle = Extract<Certified, { puzzle: unknown }>["puzzle"];

export interface RetryAnswer {
  readonly text: string;
  readonly marks: readonly InsightMark[];
  readonly proven: boolean;
}

/** An answer to a try: whether it is better than the move played, and why or why not. */
type Verdict = RetryAnswer & { readonly isRight: boolean };

/** Whether a move that was judged is better than the mistake. */
export const isBetter = (
  tried: { readonly label: ReviewedMove["label"]; readonly loss: number },
  loss: number,
): boolean => !isBad(tried.label) && tried.loss < loss;

export class Retry {
  readonly mistakes: readonly ReviewedMove[];
  readonly #spec: (count: number) => PositionSpec;
  index = $state(0);
  stage = $state<"task" | "checking" | "wrong" | "solved" | "shown">("task");
  /** The position on the board. */
  snapshot = $state.raw<Snapshot>();
  /** The last move that was tried. */
  tried = $state<string>();
  answer = $state.raw<RetryAnswer>();
  /** The goal, if the position is a certified puzzle; null if it is none, undefined until that is known. */
  goal = $state.raw<ResultGoal | null>();
  #solved = $state.raw<ReadonlySet<number>>(new Set());
  #puzzle: Promise<Puzzle | undefined> = Promise.resolve(undefined);
  #latest = 0;

  readonly #isSolvable: boolean;

  /**
   * @param spec The game up to a number of moves.
   * @param isSolvable Whether the game is small enough to be solved on this device.
   */
  constructor(mistakes: readonly ReviewedMove[], spec: (count: number) => PositionSpec, isSolvable: boolean) {
    this.mistakes = mistakes;
    this.#spec = spec;
    this.#isSolvable = isSolvable;
  }

  get mistake(): ReviewedMove | undefined {
    return this.mistakes[this.index];
  }

  get solved(): number {
    return this.#solved.size;
  }

  get isLast(): boolean {
    return this.index >= this.mistakes.length - 1;
  }

  /** Whether every move is judged by the table of the game, which was solved on this device. */
  get isExact(): boolean {
    return deviceTablebase.isSolved(this.#spec(0));
  }

  get #before(): PositionSpec {
    return this.#spec((this.mistake?.ply ?? 1) - 1);
  }

  /** Sets up an exercise. The proof is looked for while the user thinks. */
  async open(index: number, lang: Lang): Promise<void> {
    const request = ++this.#latest;
    stopSearch();
    [this.index, this.stage, this.tried, this.answer] = [index, "task", undefined, undefined];
    this.goal = undefined;
    const spec = this.#before;
    const ready = this.#isSolvable ? deviceTablebase.solve(spec) : Promise.resolve();
    const certified = ready.then(() => certify(spec, lang));
    const puzzle = certified.then(
      (found) => ("puzzle" in found ? found.puzzle : undefined),
      () => undefined,
    );
    this.#puzzle = puzzle;
    void puzzle.then((found) => {
      if (request === this.#latest) this.goal = found?.goal ?? null;
    });
    const snapshot = await show(spec, lang);
    if (request === this.#latest) this.snapshot = snapshot;
  }

  /** Judges a move: by proof where there is one, otherwise by the engine. */
  async attempt(move: string, lang: Lang): Promise<void> {
    const [request, { mistake }, spec] = [this.#latest, this, this.#before];
    if (!mistake || this.stage === "checking") return;
    [this.stage, this.tried, this.answer] = ["checking", move, undefined];
    const verdict = await this.#judge(spec, mistake, move, lang).catch(() => undefined);
    if (request !== this.#latest) return;
    if (!verdict) {
      // The search was stopped: nothing is known about the move.
      this.stage = "task";
      return;
    }
    if (verdict.isRight) {
      const after = await show({ ...spec, moves: [...(spec.moves ?? []), move] }, lang);
      if (request !== this.#latest) return;
      this.snapshot = after;
      this.#solved = new Set([...this.#solved, this.index]);
    }
    [this.answer, this.stage] = [verdict, verdict.isRight ? "solved" : "wrong"];
  }

  async #judge(spec: PositionSpec, mistake: ReviewedMove, move: string, lang: Lang): Promise<Verdict> {
    const puzzle = await this.#puzzle;
    const described = async () => sentence((await describeLine(spec, [move], lang)).sentences[0] ?? "");
    if (puzzle) {
      const isSolution = puzzle.solution.some((step) => step.move === move);
      const refuted = isSolution ? undefined : await refute(spec, move, puzzle.goal, lang);
      if (!refuted || refuted.verdict === "keeps")
        return { isRight: true, proven: true, marks: [], text: await described() };
      if (refuted.verdict !== "unknown") {
        const line = refuted.reply === null ? [move] : [move, refuted.reply];
        const { marks } = await describeLine(spec, line, lang);
        return { isRight: false, proven: true, marks, text: sentence(refuted.text) };
      }
    }
    // The review has searched longer than this judgement.
    if (move === mistake.best)
      return { isRight: true, proven: mistake.proven === true, marks: [], text: await described() };
    const judged = await (this.isExact ? judgeByTable : judgeMove)(spec, move, NODES);
    const isRight = isBetter(judged, mistake.loss ?? 1);
    const text = judged.consequence?.[lang] ?? judged.why?.[lang][0] ?? "";
    // What a wrong move leads to may be proven although the best move is not known for certain.
    const proven = (isRight ? judged.proven : judged.after?.proven) === true;
    return { isRight, proven, marks: judged.marks, text: sentence(text) };
  }

  /** Back to the task after a wrong move. */
  reset(): void {
    [this.stage, this.tried, this.answer] = ["task", undefined, undefined];
  }

  /** Shows the best move and its reply. */
  async reveal(lang: Lang): Promise<void> {
    const [request, { mistake }, spec] = [this.#latest, this, this.#before];
    if (!mistake) return;
    const { marks, sentences } = await describeLine(spec, mistake.line.slice(0, 2), lang);
    if (request !== this.#latest) return;
    this.answer = { text: sentence(sentences[0] ?? ""), marks, proven: mistake.proven === true };
    [this.stage, this.tried] = ["shown", undefined];
  }

  close(): void {
    this.#latest += 1;
    stopSearch();
  }
}

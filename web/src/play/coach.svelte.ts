/**
 * The coach of games against the computer: it asks once before a blunder is final, and praises only moves. The move stands
 * on the board while it is judged; the computer waits for the answer.
 */
import { isStopped, judgeMove, type PositionSpec } from "../rules/client";
import type { InsightMark } from "../rules/insight";
import type { JudgedMove, Label } from "../rules/types";

/** The search nodes before and after the move: a fraction of the time that the move takes on the board. */
const NODES = 25_000;

export type CoachReaction = "ask" | "praise" | undefined;

/** What the coach does about a move with this label: a move that loses much or misses a win is asked about. */
export function reactionTo(label: Label): CoachReaction {
  if (label === "blunder" || label === "missed-win") return "ask";
  return label === "only" ? "praise" : undefined;
}

export interface Question {
  readonly move: string;
  /** Whether the move is on the board already; a move that ends the game is asked about before. */
  readonly isPlayed: boolean;
  /** What it leads to, as a phrase per language. */
  readonly consequence: { readonly en: string; readonly fr: string };
  readonly isMissedWin: boolean;
  readonly proven: boolean;
  readonly marks: readonly InsightMark[];
}

/** What is drawn: the reply to a move on the board, or a move that is not on it yet. */
export const coachMarks = ({ isPlayed, marks }: Question): readonly InsightMark[] =>
  isPlayed ? marks.filter(({ kind }) => kind === "reply") : marks;

export class Coach {
  question = $state.raw<Question>();
  /** Whether the last move of the player was an only move. */
  hasPraise = $state(false);
  /** The positions in which it has asked: the player decides from then on. */
  readonly #asked = new Set<string>();
  #latest = 0;

  /**
   * Judges a move in the position before it: `asked` if the player has to answer a question, `stopped` if something else
   * happened in the meantime, `fine` if the game goes on.
   */
  async consider(
    before: PositionSpec,
    move: string,
    isPlayed: boolean,
  ): Promise<"asked" | "stopped" | "fine"> {
    const request = ++this.#latest;
    this.hasPraise = false;
    const position = JSON.stringify(before);
    let judged: JudgedMove;
    try {
      judged = await judgeMove(before, move, NODES);
    } catch (error) {
      return isStopped(error) ? "stopped" : "fine";
    }
    if (request !== this.#latest) return "stopped";
    const reaction = reactionTo(judged.label);
    this.hasPraise = reaction === "praise";
    const { consequence, label, marks } = judged;
    // What the move leads to may be proven although the best move is not known for certain.
    const proven = judged.after?.proven === true;
    if (reaction !== "ask" || !consequence || this.#asked.has(position)) return "fine";
    this.#asked.add(position);
    this.question = { move, isPlayed, consequence, isMissedWin: label === "missed-win", proven, marks };
    return "asked";
  }

  /** Forgets the question and what was said about the last move. */
  clear(): void {
    this.#latest += 1;
    [this.question, this.hasPraise] = [undefined, false];
  }
}

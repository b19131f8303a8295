/**
 * Proofs in the browser. They have a worker of their own, which keeps the tablebase of a solved game for as long as the page
 * is open: ending a search does not end it.
 */
import type { TablebaseValue } from "../net/protocol";
import { fields, read, Thread, type PositionSpec } from "./client";
import type { InsightMark } from "./insight";

const prover = new Thread();

const send = async <T>(
  request: object,
  spec: PositionSpec,
  onProgress?: (text: string) => void,
): Promise<T> => read<T>(await prover.send(JSON.stringify({ ...request, ...fields(spec) }), onProgress));

/** What the solver of a puzzle has to achieve. */
export interface Goal {
  readonly result: "win" | "draw" | "points";
  /** The win has to be forced within this many plies of both players. */
  readonly within?: number | null | undefined;
  /** The plies to the end under perfect play, if they are known. */
  readonly distance?: number | null | undefined;
  readonly margin?: number | null | undefined;
}

export interface CertifiedPuzzle {
  readonly goal: Goal;
  /** The accepted first moves. */
  readonly solution: readonly { readonly move: string }[];
}

export type Certified = { readonly puzzle: CertifiedPuzzle } | { readonly refused: string };

/** The position as a puzzle, or why it is none, as a phrase without capital and full stop. */
export async function certify(spec: PositionSpec, lang: string): Promise<Certified> {
  const answer = await send<{ puzzle?: CertifiedPuzzle; refused?: { text: string } }>(
    { do: "certify", lang },
    spec,
  );
  return answer.puzzle ? { puzzle: answer.puzzle } : { refused: answer.refused?.text ?? "" };
}

/** Why a try fails. */
export interface Refutation {
  readonly verdict: "loses" | "draws" | "loses-points" | "no-win" | "keeps" | "unknown";
  /** The reply that shows it, if there is one. */
  readonly reply: string | null;
  /** A phrase without capital and full stop. */
  readonly text: string;
  /** The reply, drawn. */
  readonly marks: readonly InsightMark[];
}

/** Why a legal move does not reach a goal, whose plies count from this position. */
export const refute = (spec: PositionSpec, move: string, goal: Goal, lang: string): Promise<Refutation> =>
  send({ do: "refute", lang, move, goal }, spec);

/** Solves a small game on the device, so that its proofs are exact. `onProgress` gets the fraction done. */
export async function solveGame(
  { game, variant = [] }: PositionSpec,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  await send({ do: "solve" }, { game, variant }, (text) => {
    const { done, total } = JSON.parse(text) as { done: number; total: number };
    onProgress(done / total);
  });
}

/** The exact value of a position and of its moves, the best first. */
export interface ProbedPosition {
  readonly value: TablebaseValue;
  readonly moves: readonly { readonly move: string; readonly value: TablebaseValue }[];
}

/** The exact value of a position of the game that was solved last; null if it is of another game. */
export const probe = (spec: PositionSpec): Promise<ProbedPosition | null> => send({ do: "probe" }, spec);

/**
 * Proofs in the browser. They have a worker of their own, which keeps the tablebase of a solved game for as long as the page
 * is open: ending a search does not end it.
 */
import type { TablebaseMoveView, TablebaseView } from "../net/schema";
import { puzzleOf, type ResultGoal, type Puzzle, type WrittenPuzzle } from "./puzzle";
import { fields, rules, type PositionSpec } from "./client";
import { parseAnswer, WorkerClient } from "./workerClient";
import type { BestMove, JudgedMove, Refutation, Review, ReviewedMove } from "./types";

const prover = new WorkerClient();

/** The nodes of a proof in practice: some seconds on a phone where the position is complex. */
const NODES = 5_000_000;

const send = async <T>(
  request: object,
  spec: PositionSpec,
  onProgress?: (text: string) => void,
): Promise<T> =>
  parseAnswer<T>(await prover.send(JSON.stringify({ ...request, ...fields(spec) }), onProgress));

export type Certified = { readonly puzzle: Puzzle } | { readonly refused: string };

/** The position as a puzzle, or why it is none, as a phrase without capital and full stop. */
export async function certify(spec: PositionSpec, lang: string): Promise<Certified> {
  const answer = await send<{ puzzle?: WrittenPuzzle; refused?: { text: string } }>(
    { do: "certify", lang, nodes: NODES },
    spec,
  );
  return answer.puzzle ? { puzzle: puzzleOf(answer.puzzle) } : { refused: answer.refused?.text ?? "" };
}

/** Why a legal move does not reach a goal, whose plies count from this position. */
export const refute = (
  spec: PositionSpec,
  move: string,
  goal: ResultGoal,
  lang: string,
): Promise<Refutation> => send({ do: "refute", lang, move, goal }, spec);

/** The best move; null if the game is over. */
export const bestMove = (spec: PositionSpec): Promise<BestMove | null> =>
  send({ do: "practise", nodes: NODES }, spec);

/** The review of a game by the table of the game that was solved last. */
export const reviewByTable = (
  spec: PositionSpec,
  nodes: number,
  onProgress: (move: ReviewedMove) => void,
): Promise<Review> => send({ do: "analyse", nodes }, spec, (text) => onProgress(parseAnswer(text)));

/** The report of one move by the table of the game that was solved last. */
export const judgeByTable = (spec: PositionSpec, move: string, nodes: number): Promise<JudgedMove> =>
  send({ do: "judge", move, nodes }, spec);

const solved = new Map<string, Promise<void>>();
const listeners = new Set<(done: number) => void>();

/** Solves a small game on the device, once per visit, so that its proofs are exact. `onProgress` gets the fraction done. */
export async function solveGame(
  { game, variant = [] }: PositionSpec,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const name = JSON.stringify([game, variant]);
  listeners.add(onProgress);
  try {
    const solving = solved.get(name) ?? solve({ game, variant });
    // The worker has room for one table.
    solved.clear();
    solved.set(name, solving);
    await solving;
  } catch (error) {
    solved.delete(name);
    throw error;
  } finally {
    listeners.delete(onProgress);
  }
}

async function solve(spec: PositionSpec): Promise<void> {
  await send({ do: "solve" }, spec, (text) => {
    const { done, total } = JSON.parse(text) as { done: number; total: number };
    for (const listener of listeners) listener(done / total);
  });
}

/** The index of the puzzle of a day in a list; null if the list is empty. */
export async function dailyIndex(game: string, day: number, count: number): Promise<number | null> {
  const answer = await rules.send(JSON.stringify({ do: "daily", game, day, count }));
  return parseAnswer<{ index: number | null }>(answer).index;
}

/** The exact value of a position and of its moves, the best first. */
export type ProbedPosition = Pick<TablebaseView, "value"> & {
  readonly moves: readonly Pick<TablebaseMoveView, "move" | "value">[];
};

/** The exact value of a position of the game that was solved last; null if it is of another game. */
export const probe = (spec: PositionSpec): Promise<ProbedPosition | null> => send({ do: "probe" }, spec);

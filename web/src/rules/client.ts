/** The requests to the rules and the engine. Rules, long searches and short evaluations have a worker each; proofs: `prover.ts`. */
import { newSeed } from "./seed";
import type { Hint, Insight, LineDescription, MoveDescription, Threat } from "./insight";
import { parseAnswer, WorkerClient } from "./workerClient";
import type { GameInfo, GameRecord, JudgedMove, ReviewedMove, Review, Snapshot, SearchResult } from "./types";

export type { Hint } from "./insight";
export { isStopped, RulesError, RulesUnavailable } from "./workerClient";

export interface PositionSpec {
  readonly game: string;
  readonly variant?: readonly string[];
  /** The starting position, if it is not the standard one. */
  readonly position?: string;
  readonly seed?: number;
  readonly moves?: readonly string[];
}

/** The known fields only: the rules refuse unknown ones. */
export const fields = ({ game, variant, position, seed, moves }: PositionSpec): PositionSpec => ({
  game,
  ...(variant && { variant }),
  ...(position !== undefined && { position }),
  ...(seed !== undefined && { seed }),
  ...(moves && { moves }),
});

/** The position of a snapshot, for requests. */
export const specOf = (
  { game, variant, position }: Pick<Snapshot, "game" | "variant" | "position">,
  moves: readonly string[] = [],
): PositionSpec => ({ game, variant, position, ...(moves.length > 0 && { moves }) });

export const rules = new WorkerClient();
/** Long searches, which can be stopped. */
const engine = new WorkerClient();

export const games = async (lang: string): Promise<GameInfo[]> =>
  parseAnswer(await rules.send(JSON.stringify({ do: "games", lang })));

export const show = async (spec: PositionSpec, lang: string): Promise<Snapshot> =>
  parseAnswer(await rules.send(JSON.stringify({ do: "show", lang, ...fields(spec) })));

/** What is wrong with a position, sentence by sentence. Throws if the text does not have the form of one. */
export const checkPosition = async (spec: PositionSpec, lang: string): Promise<string[]> =>
  parseAnswer<{ problems: string[] }>(
    await rules.send(JSON.stringify({ do: "check", lang, ...fields(spec) })),
  ).problems;

/** The position of a deal. The seed is a string: it may exceed the safe integers of JavaScript. */
export async function positionOfDeal(spec: PositionSpec, seed: string): Promise<string> {
  const { game, variant = [] } = spec;
  const request = JSON.stringify({ do: "show", game, variant });
  return parseAnswer<Snapshot>(await rules.send(`${request.slice(0, -1)},"seed":${BigInt(seed)}}`)).start;
}

/** The effect of a move, or why it is illegal. */
export const previewMove = async (spec: PositionSpec, move: string, lang: string): Promise<Insight> =>
  parseAnswer(await rules.send(JSON.stringify({ do: "preview", lang, move, ...fields(spec) })));

/** Immediate winning threats of both players. */
export const threats = async (spec: PositionSpec, lang: string): Promise<Insight> =>
  parseAnswer(await rules.send(JSON.stringify({ do: "threats", lang, ...fields(spec) })));

/** What a legal move does, in words and drawn. */
export const describeMove = async (
  spec: PositionSpec,
  move: string,
  lang: string,
): Promise<MoveDescription> =>
  parseAnswer(await rules.send(JSON.stringify({ do: "describe", lang, move, ...fields(spec) })));

/** What a legal move does, as a phrase without capital and full stop. */
export const describe = async (spec: PositionSpec, move: string, lang: string): Promise<string> =>
  (await describeMove(spec, move, lang)).sentence;

/** What the moves of a line do: each in words, and the first one drawn with its reply. */
export const describeLine = async (
  spec: PositionSpec,
  line: readonly string[],
  lang: string,
): Promise<LineDescription> =>
  parseAnswer(await rules.send(JSON.stringify({ do: "describe", lang, line, ...fields(spec) })));

/** What decided a finished game. */
export const ending = async (spec: PositionSpec, lang: string): Promise<Insight> =>
  parseAnswer(await rules.send(JSON.stringify({ do: "ending", lang, ...fields(spec) })));

/** The move of the computer at a level; undefined if the game is over. */
export async function computerMove(spec: PositionSpec, level: number): Promise<string | undefined> {
  const request = { do: "choose", level, random: newSeed(), ...fields(spec) };
  return parseAnswer<{ move?: string }>(await engine.send(JSON.stringify(request))).move;
}

/** A hint for the player to move, in a game that is not over. */
export async function hint(spec: PositionSpec, lang: string): Promise<Hint> {
  return parseAnswer(await engine.send(JSON.stringify({ do: "hint", lang, time: 800, ...fields(spec) })));
}

/** What the opponent would play if it were their turn, or why that cannot be said. */
export async function threat(spec: PositionSpec, lang: string): Promise<Threat | null> {
  return parseAnswer(
    await engine.send(JSON.stringify({ do: "threat", lang, nodes: 30_000, ...fields(spec) })),
  );
}

export async function search(
  spec: PositionSpec,
  how: { time?: number; lines?: number },
  onProgress: (result: SearchResult) => void,
): Promise<SearchResult> {
  const request = JSON.stringify({ do: "search", ...how, ...fields(spec) });
  return parseAnswer(await engine.send(request, (text) => onProgress(parseAnswer<SearchResult>(text))));
}

/** Short searches of single positions, beside the engine. */
const evaluator = new WorkerClient();

/** A search of a number of nodes that neither disturbs the engine nor is stopped with it. */
export const evaluate = async (spec: PositionSpec, nodes: number): Promise<SearchResult> =>
  parseAnswer(await evaluator.send(JSON.stringify({ do: "search", nodes, ...fields(spec) })));

export async function reviewGame(
  spec: PositionSpec,
  nodes: number,
  onProgress: (move: ReviewedMove) => void,
): Promise<Review> {
  const request = JSON.stringify({ do: "analyse", nodes, ...fields(spec) });
  return parseAnswer(await engine.send(request, (text) => onProgress(parseAnswer(text))));
}

/** The report of one move, by a search of a number of nodes before and after it. */
export async function judgeMove(spec: PositionSpec, move: string, nodes: number): Promise<JudgedMove> {
  return parseAnswer(await engine.send(JSON.stringify({ do: "judge", move, nodes, ...fields(spec) })));
}

export const writePgn = async (spec: PositionSpec): Promise<string> =>
  parseAnswer<{ pgn: string }>(await rules.send(JSON.stringify({ do: "write", ...fields(spec) }))).pgn;

/** A game with its variations as PGN. Throws if a move is illegal. */
export const writeRecord = async (record: GameRecord, lang: string): Promise<string> =>
  parseAnswer<{ pgn: string }>(await rules.send(JSON.stringify({ do: "write", lang, record }))).pgn;

export const readPgn = async (
  pgn: string,
  lang: string,
): Promise<Required<Omit<PositionSpec, "seed">> & { readonly record: GameRecord }> =>
  parseAnswer(await rules.send(JSON.stringify({ do: "read", lang, pgn })));

/** Stops the current search. */
export const stopSearch = (): void => engine.stop();

/** Asks the rules and the engine. Two threads: one answers at once, the other may think for a while. */
import type { Question, Reply } from "./worker";
import type { GameRecord } from "../study/record";
import type { Sight } from "./sight";
import type { GameFacts, Judged, Judgement, Snapshot, Thought } from "./types";

export interface Place {
  readonly game: string;
  readonly variant?: readonly string[];
  /** Where it began, if not as usual. */
  readonly position?: string;
  readonly seed?: number;
  readonly moves?: readonly string[];
}

/** A place and nothing else: the rules refuse fields that they do not know. */
const fields = ({ game, variant, position, seed, moves }: Place): Place => ({
  game,
  ...(variant && { variant }),
  ...(position !== undefined && { position }),
  ...(seed !== undefined && { seed }),
  ...(moves && { moves }),
});

type Pending = { done: (text: string) => void; news: ((text: string) => void) | undefined };

class Thread {
  #worker: Worker | undefined;
  #next = 0;
  readonly #pending = new Map<number, Pending>();

  #start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", (event: MessageEvent<Reply>) => {
      const { id, text, interim } = event.data;
      const pending = this.#pending.get(id);
      if (interim) {
        pending?.news?.(text);
      } else {
        this.#pending.delete(id);
        pending?.done(text);
      }
    });
    return worker;
  }

  ask(text: string, news?: (text: string) => void): Promise<string> {
    this.#worker ??= this.#start();
    const id = ++this.#next;
    const question: Question = { id, text };
    return new Promise((done) => {
      this.#pending.set(id, { done, news });
      this.#worker?.postMessage(question);
    });
  }

  /** Ends all thinking. Whoever waits is told that it was stopped. */
  stop(): void {
    if (this.#pending.size === 0) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { done } of this.#pending.values()) done(JSON.stringify({ error: "stopped" }));
    this.#pending.clear();
  }
}

/** The rules refused, in the language of the question. */
export class Refused extends Error {}

function read<T>(text: string): T {
  const answer = JSON.parse(text) as T & { error?: string };
  if (answer !== null && typeof answer === "object" && answer.error !== undefined)
    throw new Refused(answer.error);
  return answer;
}

const rules = new Thread();
const mind = new Thread();

export const games = async (lang: string): Promise<GameFacts[]> =>
  read(await rules.ask(JSON.stringify({ do: "games", lang })));

export const show = async (place: Place, lang: string): Promise<Snapshot> =>
  read(await rules.ask(JSON.stringify({ do: "show", lang, ...fields(place) })));

/** The position that a deal gives. Its seed is a text: it may be larger than the numbers of JavaScript. */
export async function dealt(place: Place, seed: string): Promise<string> {
  const { game, variant = [] } = place;
  const question = JSON.stringify({ do: "show", game, variant });
  return read<Snapshot>(await rules.ask(`${question.slice(0, -1)},"seed":${BigInt(seed)}}`)).start;
}

/** What a move would do, or why it is refused and what stands in its way. */
export const look = async (place: Place, move: string, lang: string): Promise<Sight> =>
  read(await rules.ask(JSON.stringify({ do: "look", lang, move, ...fields(place) })));

/** What either player could win at once. */
export const threats = async (place: Place, lang: string): Promise<Sight> =>
  read(await rules.ask(JSON.stringify({ do: "threats", lang, ...fields(place) })));

export async function choose(place: Place, level: number): Promise<string | undefined> {
  const random = Math.floor(Math.random() * 2 ** 32);
  const question = { do: "choose", level, random, ...fields(place) };
  return read<{ move?: string }>(await mind.ask(JSON.stringify(question))).move;
}

export async function hint(
  place: Place,
  lang: string,
): Promise<{ move: string; first: string; answer: string }> {
  return read(await mind.ask(JSON.stringify({ do: "hint", lang, time: 800, ...fields(place) })));
}

export async function think(
  place: Place,
  how: { time?: number; lines?: number },
  news: (thought: Thought) => void,
): Promise<Thought> {
  const question = JSON.stringify({ do: "think", ...how, ...fields(place) });
  return read(await mind.ask(question, (text) => news(read<Thought>(text))));
}

export async function judge(place: Place, nodes: number, news: (move: Judged) => void): Promise<Judgement> {
  const question = JSON.stringify({ do: "judge", nodes, ...fields(place) });
  return read(await mind.ask(question, (text) => news(read(text))));
}

export const writePgn = async (place: Place): Promise<string> =>
  read<{ pgn: string }>(await rules.ask(JSON.stringify({ do: "write", ...fields(place) }))).pgn;

/** A game with its variations as PGN; refused if it cannot be played. */
export const writeRecord = async (record: GameRecord, lang: string): Promise<string> =>
  read<{ pgn: string }>(await rules.ask(JSON.stringify({ do: "write", lang, record }))).pgn;

export const readPgn = async (
  pgn: string,
  lang: string,
): Promise<Required<Omit<Place, "seed">> & { readonly record: GameRecord }> =>
  read(await rules.ask(JSON.stringify({ do: "read", lang, pgn })));

/** Stops whatever is being thought about. */
export const stopThinking = (): void => mind.stop();

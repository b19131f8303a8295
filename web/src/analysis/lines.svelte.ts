/** Lines of the engine or of a review, in words and as marks on the board. Outdated answers are dropped. */
import { capitalize } from "../i18n/phrases";
import { describeLine, type PositionSpec } from "../rules/client";
import type { InsightMark, LineDescription } from "../rules/insight";

interface Described {
  /** What the first move of each line does. */
  readonly words: readonly string[];
  readonly marks: readonly InsightMark[];
}

const NOTHING: Described = { words: [], marks: [] };

/** Marks of several lines, the best one first: each with its rank, and with the reply to the best one only. */
export function rankedMarks(lines: readonly (readonly InsightMark[])[]): InsightMark[] {
  const marks: InsightMark[] = [];
  const ghosts = new Set<string>();
  lines.forEach((line, index) => {
    for (const mark of line) {
      if (mark.kind === "reply") {
        if (index === 0) marks.push(mark);
      } else if (mark.kind !== "ghost" || !ghosts.has(mark.at)) {
        // Two pieces in one place could not be told apart: the better line has it.
        if (mark.kind === "ghost") ghosts.add(mark.at);
        marks.push({ ...mark, rank: index + 1 });
      }
    }
  });
  return marks;
}

export class Lines {
  #described = $state.raw<Described>(NOTHING);
  #latest = 0;

  get words(): readonly string[] {
    return this.#described.words;
  }

  get marks(): readonly InsightMark[] {
    return this.#described.marks;
  }

  /** Describes lines that were found in a position. */
  load(spec: PositionSpec, lines: readonly (readonly string[])[], lang: string): Promise<void> {
    return this.#describe(spec, lines, lang, (all) => ({
      words: all.map(({ sentences }) => capitalize(sentences[0] ?? "")),
      marks: rankedMarks(all.map(({ marks }) => marks)),
    }));
  }

  /** Draws the answer to a move that has been made in a position. */
  loadAnswer(spec: PositionSpec, move: string, answer: string, lang: string): Promise<void> {
    return this.#describe(spec, [[move, answer]], lang, (all) => ({
      words: [],
      marks: all.flatMap(({ marks }) => marks.filter(({ kind }) => kind === "reply")),
    }));
  }

  clear(): void {
    this.#latest += 1;
    this.#described = NOTHING;
  }

  async #describe(
    spec: PositionSpec,
    lines: readonly (readonly string[])[],
    lang: string,
    describe: (all: readonly LineDescription[]) => Described,
  ): Promise<void> {
    const request = ++this.#latest;
    try {
      const all = await Promise.all(lines.map((line) => describeLine(spec, line.slice(0, 2), lang)));
      if (request === this.#latest) this.#described = describe(all);
    } catch {
      // The lines belong to another position.
      if (request === this.#latest) this.#described = NOTHING;
    }
  }
}

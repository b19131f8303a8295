/** Explanations on demand: what the opponent threatens, and what refutes the move just played. */
import type { Lang } from "../i18n/index.svelte";
import { sentence } from "../i18n/phrases";
import { describeLine, judgeMove, threat, type PositionSpec } from "../rules/client";
import type { InsightMark } from "../rules/insight";
import { isBad } from "./annotations";
import type { AnalysisTexts } from "../i18n/en/analysis";

/** The effort of judging a move, in nodes before and after it. */
const NODES = 20_000;

export interface Explanation {
  readonly kind: "threat" | "refutation";
  readonly text: string;
  readonly marks: readonly InsightMark[];
  /** The line that shows it, from the position before the move. */
  readonly line: readonly string[];
}

/** What the opponent would do if the player to move did nothing. */
export async function explainThreat(
  spec: PositionSpec,
  opponent: string,
  t: AnalysisTexts,
  lang: Lang,
): Promise<Explanation> {
  const found = await threat(spec, lang);
  const none = { kind: "threat", marks: [], line: [] } as const;
  if (found === null) return { ...none, text: t.over };
  if ("reason" in found) return { ...none, text: sentence(t.noThreat(found.reason)) };
  // Dashed, as every answer of the opponent.
  const marks = found.marks.map((mark): InsightMark =>
    mark.kind === "arrow" ? { ...mark, kind: "reply" } : mark,
  );
  return { ...none, marks, text: sentence(t.threatOf(opponent, found.text)) };
}

/** The answer that shows what is wrong with a move. */
export async function explainRefutation(
  before: PositionSpec,
  move: string,
  t: AnalysisTexts,
  lang: Lang,
): Promise<Explanation> {
  const judged = await judgeMove(before, move, NODES);
  const reply = judged.reply ?? [];
  const none = { kind: "refutation", marks: [], line: [] } as const;
  if (!isBad(judged.label) || reply[0] === undefined) return { ...none, text: t.noRefutation };
  const { sentences } = await describeLine(before, [move, reply[0]], lang);
  const consequence = judged.consequence?.[lang] ?? "";
  const words = [t.refutationOf(sentences[1] ?? reply[0]), consequence];
  return {
    ...none,
    marks: judged.marks.filter(({ kind }) => kind === "reply"),
    line: [move, ...reply],
    text: words
      .filter((text) => text !== "")
      .map(sentence)
      .join(" "),
  };
}

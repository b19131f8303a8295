import { describe, expect, it } from "vitest";
import { en } from "./en";
import { learn as learnEn } from "./en/learn";
import { onlineGame as onlineGameEn } from "./en/onlineGame";
import { practice as practiceEn } from "./en/practice";
import { puzzles as puzzlesEn } from "./en/puzzles";
import { review as reviewEn } from "./en/review";
import { analysis as analysisEn } from "./en/analysis";
import { tablebase as tablebaseEn } from "./en/tablebase";
import { fr } from "./fr";
import { learn as learnFr } from "./fr/learn";
import { onlineGame as onlineGameFr } from "./fr/onlineGame";
import { practice as practiceFr } from "./fr/practice";
import { puzzles as puzzlesFr } from "./fr/puzzles";
import { review as reviewFr } from "./fr/review";
import { analysis as analysisFr } from "./fr/analysis";
import { tablebase as tablebaseFr } from "./fr/tablebase";
import { online as onlineEn } from "./en/online";
import { online as onlineFr } from "./fr/online";

/** Every text with its path; functions as source text, without the names of their parameters. */
function texts(from: object, before = ""): [string, string][] {
  return Object.entries(from).flatMap(([key, text]: [string, unknown]): [string, string][] =>
    typeof text === "object" && text !== null
      ? texts(text, `${before}${key}.`)
      : [[`${before}${key}`, String(text)]],
  );
}

/** Texts for players count moves; only the solution of a game and evaluations count plies, "demi-coups" in French. */
describe("plies", () => {
  const both = {
    all: [en, fr],
    learn: [learnEn, learnFr],
    practice: [practiceEn, practiceFr],
    puzzles: [puzzlesEn, puzzlesFr],
    review: [reviewEn, reviewFr],
    analysis: [analysisEn, analysisFr],
    tablebase: [tablebaseEn, tablebaseFr],
    online: [onlineEn, onlineFr],
    onlineGame: [onlineGameEn, onlineGameFr],
  } as const;

  const mentioning = (index: 0 | 1, word: RegExp) =>
    Object.entries(both).flatMap(([name, languages]) =>
      texts(languages[index]).flatMap(([path, text]) => (word.test(text) ? [`${name}.${path}`] : [])),
    );

  it("are counted in few texts, the same in both languages", () => {
    const counting = [
      "analysis.winsIn",
      "onlineGame.game.reasons.length",
      "tablebase.help",
      "tablebase.value",
    ];
    expect(mentioning(0, /["` }](\d )?pl(y|ies)["`. :]|\bplies\b(?! *[,)=\[.])/).toSorted()).toEqual(
      counting,
    );
    expect(mentioning(1, /demi-coup/).toSorted()).toEqual(counting);
  });
});

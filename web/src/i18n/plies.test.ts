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

/** A ply is a "demi-coup" in French. */
describe("French texts", () => {
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

  it("translate ply as demi-coup", () => {
    const mentionsPly = /["` }](\d )?pl(y|ies)["`. :]|how many plies/;
    const pairs = Object.values(both).flatMap(([english, french]) => {
      const translated = new Map(texts(french));
      return texts(english).flatMap(([path, text]) =>
        mentionsPly.test(text) ? [[path, translated.get(path) ?? ""]] : [],
      );
    });
    expect(pairs.length).toBeGreaterThanOrEqual(3);
    expect(pairs.filter(([, french]) => !french?.includes("demi-coup"))).toEqual([]);
  });
});

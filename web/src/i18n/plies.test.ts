import { describe, expect, it } from "vitest";
import { en } from "./en";
import { learn as learnEn } from "./en/learn";
import { review as reviewEn } from "./en/review";
import { study as studyEn } from "./en/study";
import { tablebase as tablebaseEn } from "./en/tablebase";
import { fr } from "./fr";
import { learn as learnFr } from "./fr/learn";
import { review as reviewFr } from "./fr/review";
import { study as studyFr } from "./fr/study";
import { tablebase as tablebaseFr } from "./fr/tablebase";
import { en as onlineEn } from "./online/en";
import { fr as onlineFr } from "./online/fr";

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
    review: [reviewEn, reviewFr],
    study: [studyEn, studyFr],
    tablebase: [tablebaseEn, tablebaseFr],
    online: [onlineEn, onlineFr],
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

import { beforeAll, describe, expect, it } from "vitest";
import { loadWasm, showWith, type Ask } from "../../tests/wasm";
import { GAME_IDS } from "../games";
import type { Place } from "../rules/client";
import { fulfils, placeOf, type Lesson } from "./lesson";
import { loadLesson, STEPS } from "./lessons";

/** The moves that fulfil each task, as somebody who plays has looked them up. */
const EXPECTED: Readonly<Record<string, readonly (readonly string[] | number)[]>> = {
  siam: [["@c1N"], ["c2N"], ["c2c3"], ["c1c2"], ["@c1N"], ["b4c4"], ["c4c5"], ["e4e5"], ["b2c2"]],
  // A square tile may lie on any of the 36 empty cells.
  samliam: [["c4ne"], ["c5se"], ["d4se"], ["e2nw"], ["b4sw"], ["d4ne", "d4se", "d4sw"], 36, ["d4se"]],
  saigon: [["pl"], ["1-3x2"], ["1-2x3", "1-3x3", "1-4x3"], ["pr"], ["2-1x3"], ["pass"], ["pl"], ["pl"]],
  palam: [
    ["b2"],
    ["e2"],
    ["b1"],
    ["a1c2", "b1c2", "c1c2", "c2d1", "c2e1", "c2f1"],
    ["f2"],
    ["a2"],
    ["e2"],
    ["E4@a1"],
  ],
};

let ask: Ask;
beforeAll(async () => {
  ask = await loadWasm();
});

const look = async (place: Place) => showWith(ask, place);

describe.each(GAME_IDS)("the lesson of %s", (game) => {
  let lesson: Lesson;
  beforeAll(async () => {
    lesson = (await loadLesson(game)) ?? [];
  });

  it("has the steps that are announced, with words in both languages", () => {
    expect(lesson.length).toBe(STEPS[game]);
    for (const step of lesson) {
      for (const words of [step.task, step.done, step.hint]) {
        expect(words.en).not.toBe(words.fr);
        for (const text of [words.en, words.fr]) expect(text).toMatch(/^\S.*[.?]$/);
      }
    }
  });

  it("accepts the moves that fulfil each task and no others", { timeout: 60_000 }, async () => {
    for (const [index, step] of lesson.entries()) {
      const before = await look(placeOf(step, game));
      const accepted: string[] = [];
      for (const move of before.legal) {
        if (await fulfils(step, game, move, before, look)) accepted.push(move);
      }
      const expected = EXPECTED[game]?.[index];
      if (typeof expected === "number") expect(accepted).toHaveLength(expected);
      else expect(accepted.sort(), `step ${index + 1}`).toEqual([...(expected ?? [])].sort());
    }
  });
});

/** Whether the first player wins after these moves, whatever the other does, within so many more. */
async function isWon(place: Place, moves: readonly string[], depth: number): Promise<boolean> {
  const { outcome, turn, legal } = await look({ ...place, moves });
  if (outcome) return outcome.winner === "p1";
  if (depth === 0) return false;
  for (const move of legal) {
    const won = await isWon(place, [...moves, move], depth - 1);
    if (won === (turn === "p1")) return won;
  }
  return turn !== "p1";
}

describe("what the lessons promise", () => {
  it("a fork in Sam Liam cannot be answered", { timeout: 120_000 }, async () => {
    const step = (await loadLesson("samliam"))?.at(-1);
    if (!step) throw new Error("no such step");
    expect(await isWon(placeOf(step, "samliam"), ["d4se"], 2)).toBe(true);
  });

  it("only one move wins both last duels of Palam", async () => {
    const step = (await loadLesson("palam"))?.[6];
    if (!step) throw new Error("no such step");
    const place = placeOf(step, "palam");
    const { legal } = await look(place);
    const winning: string[] = [];
    for (const move of legal) if (await isWon(place, [move], 6)) winning.push(move);
    expect(winning).toEqual(["e2"]);
  });
});

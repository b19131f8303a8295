/** Checks a lesson with the real rules. */
import { render } from "svelte/server";
import { beforeAll, describe, expect, it } from "vitest";
import { loadMarks } from "../src/board/Marks.svelte";
import type { ViewProps } from "../src/board/types";
import { GAMES, loadLesson, loadGameBoard } from "../src/games";
import { solutionOf, solves, specOf, type Lesson } from "../src/learn/lesson";
import type { PositionSpec } from "../src/rules/client";
import type { InsightMark } from "../src/rules/insight";
import type { Snapshot } from "../src/rules/types";
import { stubBrowser } from "./browser";
import { loadWasm, showWith, type Send } from "./wasm";

stubBrowser();

export interface LessonCheck {
  lesson(): Lesson;
  show(spec: PositionSpec): Promise<Snapshot>;
  /** Whether the first player wins after these moves, whatever the opponent does, within so many more. */
  isWon(spec: PositionSpec, moves: readonly string[], depth: number): Promise<boolean>;
}

/**
 * Declares the tests that every lesson must pass. `expected` has the moves that solve each step, as a player has
 * looked them up, or how many there are.
 */
export function checkLesson(game: string, expected: readonly (readonly string[] | number)[]): LessonCheck {
  let send: Send;
  let lesson: Lesson;
  beforeAll(async () => {
    [send, lesson] = [await loadWasm(), (await loadLesson(game)) ?? []];
  });
  const show = async (spec: PositionSpec) => showWith(send, spec);

  describe("the lesson", () => {
    it("has the steps that are announced, with words in both languages", () => {
      expect(lesson.length).toBe(GAMES.find(({ id }) => id === game)?.lessonSteps);
      for (const step of lesson) {
        for (const words of [step.task, step.done, step.hint]) {
          expect(words.en).not.toBe(words.fr);
          for (const text of [words.en, words.fr]) expect(text).toMatch(/^\S.*[.?]$/);
        }
      }
    });

    it("points at every place that a task speaks of", async () => {
      const gameBoard = await loadGameBoard(game);
      await loadMarks();
      for (const [index, { position, look }] of lesson.entries()) {
        expect(look.length, `step ${index + 1}`).toBeGreaterThan(0);
        const props: ViewProps = {
          position,
          chosen: [],
          next: [],
          flipped: false,
          lastMove: undefined,
          showTargets: true,
          coordinates: true,
          marks: [],
        };
        const glows = (props: ViewProps) =>
          gameBoard
            ? (render(gameBoard.View, { props }).body.match(/class="(?:halo-)?glow/g)?.length ?? 0)
            : 0;
        // Each place by itself, since places that fill a rectangle glow as one. Some boards have lights of their own.
        for (const at of look) {
          const marks: InsightMark[] = [{ at, kind: "look", owner: null, text: "" }];
          expect(glows({ ...props, marks }) - glows(props), `step ${index + 1}, ${at}`).toBe(1);
        }
      }
    });

    it("accepts the moves that solve each step and no others", { timeout: 60_000 }, async () => {
      expect(expected.length).toBe(lesson.length);
      for (const [index, step] of lesson.entries()) {
        const before = await show(specOf(step, game));
        const accepted: string[] = [];
        for (const move of before.legal) {
          if (await solves(step, game, move, before, show)) accepted.push(move);
        }
        // What the hint shows.
        expect(accepted).toContain(await solutionOf(step, game, before, show));
        const moves = expected[index] ?? [];
        if (typeof moves === "number") expect(accepted).toHaveLength(moves);
        else expect(accepted.sort(), `step ${index + 1}`).toEqual([...moves].sort());
      }
    });
  });

  const isWon = async (spec: PositionSpec, moves: readonly string[], depth: number): Promise<boolean> => {
    const { outcome, turn, legal } = await show({ ...spec, moves });
    if (outcome) return outcome.winner === "p1";
    if (depth === 0) return false;
    for (const move of legal) {
      const won = await isWon(spec, [...moves, move], depth - 1);
      if (won === (turn === "p1")) return won;
    }
    return turn !== "p1";
  };
  return { lesson: () => lesson, show, isWon };
}

import { expect, it } from "vitest";
import { checkLesson } from "../../../tests/lessons";
import { specOf } from "../../learn/lesson";

const { lesson, show, isWon } = checkLesson("palam", [
  ["b2"],
  ["e2"],
  ["b1"],
  ["a1c2", "b1c2", "c1c2", "c2d1", "c2e1", "c2f1"],
  ["f2"],
  ["a2"],
  ["e2"],
  ["E4@a1"],
]);

it("only one move wins both last duels", async () => {
  const step = lesson()[6];
  if (!step) throw new Error("no such step");
  const spec = specOf(step, "palam");
  const { legal } = await show(spec);
  const winning: string[] = [];
  for (const move of legal) if (await isWon(spec, [move], 6)) winning.push(move);
  expect(winning).toEqual(["e2"]);
});

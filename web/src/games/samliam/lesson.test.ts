import { expect, it } from "vitest";
import { checkLesson } from "../../../tests/lessons";
import { specOf } from "../../learn/lesson";

const { lesson, isWon } = checkLesson("samliam", [
  ["c4ne"],
  ["c5se"],
  ["d4se"],
  ["e2nw"],
  ["b4sw"],
  ["d4ne", "d4se", "d4sw"],
  // A square tile may be placed on any of the 36 empty cells.
  36,
  ["d4se"],
]);

it("the fork of the last step cannot be answered", async () => {
  const step = lesson().at(-1);
  if (!step) throw new Error("no such step");
  expect(await isWon(specOf(step, "samliam"), ["d4se"], 2)).toBe(true);
});

import { expect, it } from "vitest";
import type { Value } from "../tablebase/value";
import { Choices } from "./choices";
import { stepValues } from "./stepValues";

const win5: Value = { result: "win", plies: 5 };
const draw: Value = { result: "draw", plies: null };
const loss4: Value = { result: "loss", plies: 4 };

it("steps have the value of their best move", () => {
  const path = (move: string, ...keys: string[]) => ({
    move,
    steps: keys.map((key) => ({ key, kind: "piece" as const })),
  });
  const choices = new Choices([path("ab", "a", "b"), path("ac", "a", "c"), path("d", "d"), path("e", "e")]);
  const values = new Map([
    ["ab", loss4],
    ["ac", win5],
    ["d", draw],
  ]);
  expect([...stepValues(choices, [], values)]).toEqual([
    ["a", win5],
    ["d", draw],
  ]);
  expect([...stepValues(choices, ["a"], values)]).toEqual([
    ["b", loss4],
    ["c", win5],
  ]);
});

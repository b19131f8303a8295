import { expect, test } from "vitest";
import { lines, withLine, withoutLine, type LineMove } from "./conditionalMoves";

const line = (...moves: string[]): LineMove[] =>
  moves.map((text) => ({ move: text.slice(1), by: text.startsWith("-") ? "p1" : "p2" }));

test("a line becomes opponent moves with replies", () => {
  expect(withLine([], line("-a", "+b", "-c", "+d"), "p2")).toEqual([
    { if: ["a"], then: ["b"], next: [{ if: ["c"], then: ["d"] }] },
  ]);
});

test("consecutive moves of a player form one step", () => {
  expect(withLine([], line("-a", "-b", "+c", "+d"), "p2")).toEqual([{ if: ["a", "b"], then: ["c", "d"] }]);
});

test("a line must start with the opponent and end with a reply", () => {
  expect(withLine([], line("-a"), "p2")).toBeUndefined();
  expect(withLine([], line("+a", "-b", "+c"), "p2")).toBeUndefined();
  expect(withLine([], [], "p2")).toBeUndefined();
});

test("lines share a common prefix, and a later reply replaces an earlier one", () => {
  const one = withLine([], line("-a", "+b", "-c", "+d"), "p2") ?? [];
  const two = withLine(one, line("-a", "+b", "-e", "+f"), "p2") ?? [];
  expect(lines(two).map((branches) => branches.map((branch) => branch.if.join()))).toEqual([
    ["a", "c"],
    ["a", "e"],
  ]);
  expect(withLine(two, line("-a", "+x"), "p2")).toEqual([{ if: ["a"], then: ["x"] }]);
});

test("removing a line keeps the others", () => {
  const one = withLine([], line("-a", "+b", "-c", "+d"), "p2") ?? [];
  const two = withLine(one, line("-a", "+b", "-e", "+f"), "p2") ?? [];
  const [first, second] = lines(two);
  const left = withoutLine(two, first ?? []);
  expect(left).toEqual([{ if: ["a"], then: ["b"], next: [{ if: ["e"], then: ["f"] }] }]);
  expect(withoutLine(left, lines(left)[0] ?? [])).toEqual([]);
  expect(second).toHaveLength(2);
});

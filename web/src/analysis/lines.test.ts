import { beforeAll, describe, expect, it } from "vitest";
import type { InsightMark, LineDescription } from "../rules/insight";
import { loadWasm, type Send } from "../../tests/wasm";
import { rankedMarks } from "./lines.svelte";

let send: Send;
beforeAll(async () => {
  send = await loadWasm();
});

const marksOf = (game: string, ...line: string[]): readonly InsightMark[] =>
  (send({ do: "describe", game, line }) as LineDescription).marks;
const shown = (marks: readonly InsightMark[]) =>
  marks.map(({ kind, at, to, rank }) => [kind, at, to, rank].filter((part) => part !== undefined).join(" "));

describe("lines on the board", () => {
  it("have their rank, and only the best one its answer", () => {
    const lines = [marksOf("siam", "@a1N", "@e5S"), marksOf("siam", "@e1N", "@a5S")];
    expect(shown(rankedMarks(lines))).toEqual([
      "arrow @a1S a1 1",
      "ghost a1 1",
      "reply @e5N e5",
      "arrow @e1S e1 2",
      "ghost e1 2",
    ]);
  });

  it("show one ghost per place: that of the better line", () => {
    const lines = [marksOf("siam", "@a1N"), marksOf("siam", "@a1E")];
    expect(shown(rankedMarks(lines))).toEqual(["arrow @a1S a1 1", "ghost a1 1", "arrow @a1W a1 2"]);
  });
});

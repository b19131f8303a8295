import { describe, expect, it } from "vitest";
import { gamesIn } from "./file";

const FILE = `[White "Lise"]
[Black "Ana"]
[Result "1-0"]

1. pl {[White "nobody"]
[Black "in a comment"]
} 4-2x2 1-0

; [Game "in a comment too"]
[White "Ana"]
[Black "Lise"]

1. pr *
[White "Bo"]

*`;

describe("a PGN file", () => {
  it("is split where tags follow moves, but not inside comments", () => {
    expect(gamesIn(FILE).map(({ players, result }) => `${players} ${result}`)).toEqual([
      "Lise – Ana 1-0",
      "Ana – Lise *",
      "Bo – ? *",
    ]);
  });

  it("keeps line numbers", () => {
    const lines = FILE.split("\n");
    for (const { text } of gamesIn(FILE)) {
      for (const [index, line] of text.split("\n").entries())
        if (line !== "") expect(line).toBe(lines[index]);
    }
  });

  it("may hold one game, with or without tags", () => {
    expect(gamesIn("1. pl *")).toHaveLength(1);
    expect(gamesIn("")).toHaveLength(1);
    expect(gamesIn('[White "A"]\r\n\r\n1. pl *\r\n')[0]?.players).toBe("A – ?");
  });

  it("are found in JSON too", () => {
    const record = (white: string) => ({ tags: { White: white }, moves: [], result: "1-0" });
    const text = JSON.stringify([record("Lise"), record("Ana")], undefined, 2);
    expect(gamesIn(text).map(({ players, result }) => [players, result])).toEqual([
      ["Lise – ?", "1-0"],
      ["Ana – ?", "1-0"],
    ]);
    expect(JSON.parse(gamesIn(text)[1]?.text ?? "")).toEqual(record("Ana"));
    // One game, or a text that is no JSON, is left to the rules as it is.
    expect(gamesIn(JSON.stringify([record("Bo")]))).toHaveLength(1);
    expect(gamesIn('[ { "moves": [')).toHaveLength(1);
  });
});

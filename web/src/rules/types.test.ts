import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { loadWasm, type Send } from "../../tests/wasm";
import { GAMES } from "../games";
import { LEVELS } from "../levelProgress";
import type { GameInfo } from "./types";

/** The compiler errors of assigning each answer to its declared type. */
function typeErrors(answers: readonly (readonly [type: string, answer: unknown])[]): string[] {
  const name = fileURLToPath(new URL("./answers.ts", import.meta.url));
  // Through a constant: a type need not list the fields that the pages do not read.
  const lines = answers.flatMap(([type, answer], index) => [
    `const answer${index} = ${JSON.stringify(answer)} as const;`,
    `export const typed${index}: ${type} = answer${index};`,
  ]);
  const text = [
    'import type * as types from "./types";',
    'import type * as insight from "./insight";',
    'import type * as puzzles from "./puzzle";',
    ...lines,
  ].join("\n");
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ["lib.es2022.d.ts"],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === name || fileExists(file);
  host.getSourceFile = (file, target, ...rest) =>
    file === name ? ts.createSourceFile(file, text, target) : getSourceFile(file, target, ...rest);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

let send: Send;
beforeAll(async () => void (send = await loadWasm()));

/** The record of a game, written and read again. */
function recordOf(spec: object): unknown {
  const { pgn } = send({ do: "write", ...spec }) as { pgn: string };
  return (send({ do: "read", pgn }) as { record: unknown }).record;
}

test("answers of the rules library have the declared types", () => {
  const answers = GAMES.flatMap(({ id: game }) => {
    const start = send({ do: "show", game, seed: 1 }) as { legal: string[] };
    const [move = ""] = start.legal;
    const played = { game, seed: 1, moves: [move] };
    return [
      ["types.Snapshot", start],
      ["types.Snapshot", send({ do: "show", ...played })],
      ["types.SearchResult", send({ do: "search", nodes: 200, lines: 2, ...played })],
      ["types.Review", send({ do: "analyse", nodes: 200, ...played })],
      ["insight.Insight", send({ do: "preview", game, seed: 1, move })],
      ["insight.Insight", send({ do: "threats", ...played })],
      ["insight.Insight", send({ do: "ending", ...played })],
      ["insight.Hint", send({ do: "hint", nodes: 200, ...played })],
      ["insight.MoveDescription", send({ do: "describe", move, game, seed: 1 })],
      ["insight.LineDescription", send({ do: "describe", line: [move], game, seed: 1 })],
      ["insight.Threat", send({ do: "threat", nodes: 200, ...played })],
      ["types.JudgedMove", send({ do: "judge", nodes: 200, move, game, seed: 1 })],
      ["types.GameRecord", recordOf(played)],
    ] as const;
  });
  const position = "6/6/6/6/A5/A5/1CC3 B -";
  const place = { game: "samliam", position };
  const { puzzle } = send({ do: "certify", ...place }) as { puzzle: { goal: object } };
  const proofs = [
    ["puzzles.WrittenPuzzle", puzzle],
    ["types.Refutation", send({ do: "refute", move: "f7nw", goal: puzzle.goal, ...place })],
    ["types.BestMove", send({ do: "practise", ...place })],
  ] as const;
  // Two wrong answers show that the check can fail.
  const wrong = [
    ["types.Seat", "p3"],
    ["types.PlayerScore", { moves: 1 }],
  ] as const;
  expect(
    typeErrors([["readonly types.GameInfo[]", send({ do: "games" })], ...answers, ...proofs, ...wrong]),
  ).toEqual([
    expect.stringContaining(`"p3"`),
    expect.stringContaining("is missing the following properties from type"),
  ]);
});

test("every game has the levels that the pages offer", () => {
  for (const { id, levels } of send({ do: "games" }) as readonly GameInfo[])
    expect(
      levels.map(({ level }) => level),
      id,
    ).toEqual(LEVELS);
});

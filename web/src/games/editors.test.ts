/** What every editor of positions must do, with the real rules. */
import { beforeAll, describe, expect, it } from "vitest";
import { stubBrowser } from "../../tests/browser";
import { loadWasm, showWith, type Send } from "../../tests/wasm";
import { typographyProblems } from "../../tests/typography";
import type { PositionEditor } from "../board/editor";
import type { GameBoard } from "../board/types";
import type { Snapshot } from "../rules/types";
import { localized } from "../i18n/localized";
import { GAMES, loadGameBoard } from ".";
import { loadEditor } from "./extras";

stubBrowser();

const withEditor = GAMES.filter(({ id }) => loadEditor(id) !== undefined);

it("every released game has an editor", () => {
  expect(withEditor.map(({ id }) => id)).toEqual(GAMES.filter(({ dev }) => !dev).map(({ id }) => id));
});

describe.each(withEditor)("the editor of $id", ({ id }) => {
  let send: Send;
  let gameBoard: GameBoard;
  let editor: PositionEditor;
  let start: Snapshot;
  beforeAll(async () => {
    send = await loadWasm();
    [gameBoard, editor] = [(await loadGameBoard(id)) as GameBoard, (await loadEditor(id)) as PositionEditor];
    start = showWith(send, { game: id, seed: 1 });
  });

  /** The problems of a position; throws if the text does not have the form of one. */
  function problems(position: string): readonly string[] {
    const response = send({ do: "check", lang: "en", game: id, position }) as {
      problems?: string[];
      error?: string;
    };
    if (response.problems === undefined) throw new Error(`${position}: ${response.error}`);
    return response.problems;
  }
  const snapshotOf = (position: string): Snapshot => ({ ...start, position, legal: [] });
  const keys = (position: string) => gameBoard.rows(snapshotOf(position), false).flat();
  const allTools = () => editor.tools.flat().map((tool) => tool.id);

  it("keeps a position that is not changed", () => {
    expect(editor.begin?.(start.position) ?? start.position).toBe(start.position);
    for (const { id, value } of editor.fields(start.position, []))
      expect(editor.setField(start.position, id, value)).toBe(start.position);
  });

  it("writes texts that have the form of a position, whatever is put where", () => {
    let position = editor.clear(start.position);
    problems(position);
    const tools = allTools();
    for (let index = 0; index < 120; index += 1) {
      const places = keys(position);
      const key = places[(index * 7) % places.length] ?? "";
      const tool = tools[(index * 5) % tools.length] ?? "";
      position = index % 9 === 8 ? editor.remove(position, key) : editor.put(position, tool, key);
      if (index % 4 === 3) position = editor.turn?.(position, key) ?? position;
      problems(position);
    }
  });

  it("puts and removes every piece", () => {
    const empty = editor.clear(start.position);
    const key = keys(empty).find((key) => /^(cell|slot)/.test(key)) ?? "";
    for (const tool of allTools()) {
      const put = editor.put(empty, tool, key);
      expect(put).not.toBe(empty);
      expect(editor.remove(put, key)).toBe(empty);
      let turned = put;
      for (let quarter = 0; quarter < 4; quarter += 1) turned = editor.turn?.(turned, key) ?? turned;
      expect(turned).toBe(put);
    }
  });

  it("offers every value of its fields", () => {
    for (const field of editor.fields(start.position, [])) {
      const values =
        field.kind === "choice" ? field.options.map(({ value }) => value) : ["0", String(field.max)];
      for (const value of values) {
        const changed = editor.setField(start.position, field.id, value);
        problems(changed);
        expect(editor.fields(changed, []).find(({ id }) => id === field.id)?.value).toBe(value);
      }
    }
  });

  it("names pieces and fields in both languages", () => {
    for (const lang of ["en", "fr"] as const) {
      const texts = [
        ...editor.tools.flat().map(({ name }) => localized(name, lang)),
        ...editor
          .fields(start.position, [])
          .flatMap((field) => [
            localized(field.label, lang),
            ...(field.kind === "choice" ? field.options.map(({ label }) => localized(label, lang)) : []),
          ]),
      ];
      expect(texts.filter((text) => text === "" || typographyProblems(text, lang).length > 0)).toEqual([]);
    }
    const names = editor.tools.flat().map(({ name }) => localized(name, "en"));
    expect(new Set(names).size).toBe(names.length);
  });
});

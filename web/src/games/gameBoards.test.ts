/** What every board must do, along random games by the real rules. */
import { render } from "svelte/server";
import { beforeAll, describe, expect, it } from "vitest";
import { stubBrowser } from "../../tests/browser";
import { loadWasm, showWith, type Send } from "../../tests/wasm";
import { typographyProblems } from "../../tests/typography";
import { Choices, type InputPath } from "../board/choices";
import type { GameBoard, ViewProps } from "../board/types";
import type { Snapshot } from "../rules/types";
import { GAMES, loadGameBoard } from ".";

/** The plies of the game, and how many lie between two positions that are looked at. */
const [PLIES, EVERY] = [60, 6];

stubBrowser();

/** A number below `count` that looks random and depends on the ply alone. */
const pickAt = (ply: number, count: number) => ((ply + 1) * 7919) % count;

describe.each(GAMES)("the board of $id", ({ id, title }) => {
  let send: Send;
  let gameBoard: GameBoard;
  let snapshots: Snapshot[];
  beforeAll(async () => {
    [send, gameBoard] = [await loadWasm(), (await loadGameBoard(id)) as GameBoard];
    const game = [showWith(send, { game: id, seed: 1 })];
    const moves: string[] = [];
    for (let ply = 0; ply < PLIES; ply += 1) {
      const legal = game.at(-1)?.legal ?? [];
      if (legal.length === 0) break;
      moves.push(legal[pickAt(ply, legal.length)] ?? "");
      game.push(showWith(send, { game: id, seed: 1, moves }));
    }
    snapshots = game.filter((_, ply) => ply < 3 || ply % EVERY === 0 || ply === game.length - 1);
  });

  it("has the id and the title of its folder", () => {
    expect([gameBoard.id, gameBoard.title]).toEqual([id, title]);
  });

  it("makes every legal move by choices, and no other", () => {
    for (const snapshot of snapshots) {
      const paths = gameBoard.paths(snapshot);
      expect([...new Set(paths.map(({ move }) => move))].sort()).toEqual([...snapshot.legal].sort());
      const choices = new Choices(paths);
      const keys = ({ steps }: InputPath) => steps.map(({ key }) => key);
      const made = paths.map((path) => choices.complete(keys(path)));
      expect(made, snapshot.position).toEqual(paths.map(({ move }) => move));
    }
  });

  it("has a place for every choice, within the picture, turned or not", () => {
    for (const snapshot of snapshots) {
      for (const flipped of [false, true]) {
        const rows = gameBoard.rows(snapshot, flipped).flat();
        const places = new Set(rows);
        expect(rows.length).toBe(places.size);
        expect(rows.toSorted()).toEqual(gameBoard.rows(snapshot, !flipped).flat().toSorted());
        // Shapes have places once the steps before them are chosen; actions are buttons beside the board.
        const missing = gameBoard.paths(snapshot).flatMap(({ steps }) =>
          steps.flatMap(({ key, kind }, index) => {
            if (places.has(key) || kind === "action") return [];
            const chosen = steps.slice(0, index).map((step) => step.key);
            return gameBoard.spots(snapshot, flipped, chosen).has(key) ? [] : [key];
          }),
        );
        expect(missing, snapshot.position).toEqual([]);
        for (const { x, y, width, height } of gameBoard.spots(snapshot, flipped, []).values())
          expect(Math.min(x, y) >= 0 && Math.max(x + width, y + height) <= 1 + 1e-9).toBe(true);
      }
    }
  });

  it("is described in both languages", () => {
    for (const snapshot of snapshots) {
      for (const lang of ["en", "fr"] as const) {
        const keys = gameBoard.rows(snapshot, false).flat();
        const texts = [
          ...keys.map((key) => gameBoard.describePlace(key, snapshot, lang)),
          ...gameBoard.describePosition(snapshot, lang),
        ];
        expect(texts.filter((text) => /undefined|null|NaN|^\s*$/.test(text))).toEqual([]);
        expect(texts.filter((text) => typographyProblems(text, lang).length > 0)).toEqual([]);
      }
    }
  });

  it("says what to do after each choice", () => {
    for (const snapshot of snapshots) {
      const choices = new Choices(gameBoard.paths(snapshot));
      const begun = gameBoard
        .paths(snapshot)
        .flatMap(({ steps }) => steps.slice(1).map((_, at) => steps.slice(0, at + 1)));
      for (const lang of ["en", "fr"] as const) {
        const texts = begun.map((steps) => {
          const chosen = steps.map(({ key }) => key);
          return gameBoard.describeNext(chosen, choices.next(chosen), snapshot, lang);
        });
        const isPhrase = (text: string) => /^\p{Ll}[^]*[^.]$/u.test(text);
        expect([...new Set(texts)].filter((text) => !isPhrase(text))).toEqual([]);
        expect(texts.filter((text) => typographyProblems(text, lang).length > 0)).toEqual([]);
      }
    }
  });

  it("shows every move in the list, and asks the rules about any click", () => {
    for (const [ply, snapshot] of snapshots.entries()) {
      const symbols = snapshot.legal.map(
        (move) => gameBoard.moveSymbols?.(move, snapshot.position) ?? [{ text: move }],
      );
      expect(JSON.stringify(symbols)).not.toMatch(/null|""|(?<!^)\[\]/);
      const key = gameBoard.rows(snapshot, false).flat();
      const attempt = gameBoard.attempt([], key[pickAt(ply, key.length)] ?? "", snapshot);
      if (attempt === undefined || snapshot.outcome) continue;
      const { reason } = send({ do: "preview", lang: "en", ...spec(snapshot), move: attempt }) as {
        reason?: string;
      };
      expect(reason ?? "legal", attempt).not.toMatch(/is not a move/);
    }
  });

  it("is drawn in every position", () => {
    for (const { position, legal } of snapshots) {
      for (const flipped of [false, true]) {
        const props: ViewProps = {
          position,
          chosen: [],
          next: [],
          flipped,
          lastMove: undefined,
          showTargets: true,
          coordinates: true,
          candidate: legal[0],
        };
        expect(render(gameBoard.View, { props }).body, position).toMatch(/^(<!--.*?-->)*<svg[^]*<\/svg>/);
      }
    }
  });
});

const spec = ({ game, variant, position }: Snapshot) => ({ game, variant, position });

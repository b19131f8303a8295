import { describe, expect, it } from "vitest";
import { snapshotOf } from "../../tests/snapshot";
import { cellPaths, cellGameBoard, parseCells, pieceOf, type CellGame } from "./cellGame";
import { Grid } from "./grid";
import type { About, GameBoard } from "./types";

/** Kings and pawns on a small board. */
const game: CellGame = {
  grid: new Grid({ columns: 3, rows: 3 }),
  pieces: {
    W: { owner: "p1", name: { en: "white pawn", fr: "pion blanc" } },
    K: { owner: "p1", name: { en: "white king", fr: "roi blanc" } },
    B: { owner: "p2", name: { en: "black pawn", fr: "pion noir" } },
  },
  seats: {
    p1: { letter: "W", name: { en: "White", fr: "Blancs" } },
    p2: { letter: "B", name: { en: "Black", fr: "Noirs" } },
  },
};
const about: About = { order: 1, title: "Kings", sample: "", summary: { en: "", fr: "" } };
const gameBoard = cellGameBoard(game, about, {
  id: "kings",
  View: (() => ({})) as unknown as GameBoard["View"],
});
const POSITION = "1B1/W2/2K W";

describe("a game of pieces on cells", () => {
  it("reads positions", () => {
    expect(parseCells(game, POSITION)).toEqual({
      pieces: [
        { cell: "b3", letter: "B" },
        { cell: "a2", letter: "W" },
        { cell: "c1", letter: "K" },
      ],
      turn: "p1",
    });
    expect(parseCells(game, "3/3/3 B").turn).toBe("p2");
  });

  it("chooses moves by their cells and marks captures", () => {
    const paths = cellPaths(["b2", "a2a3", "a2b3"], parseCells(game, POSITION));
    expect(paths.map(({ steps }) => steps.map(({ key, kind }) => `${key} ${kind}`))).toEqual([
      ["cell:b2 move"],
      ["cell:a2 piece", "cell:a3 move"],
      ["cell:a2 piece", "cell:b3 capture"],
    ]);
  });

  it("lists moves with the piece that moves", () => {
    const symbols = (move: string) => gameBoard.moveSymbols?.(move, POSITION);
    expect(symbols("c1c2")).toEqual([{ piece: "K" }, { text: "c1" }, { icon: "move" }, { text: "c2" }]);
    expect(symbols("a2b3")).toEqual([{ piece: "W" }, { text: "a2" }, { icon: "capture" }, { text: "b3" }]);
    expect(symbols("b2")).toEqual([{ piece: "W" }, { icon: "enter" }, { text: "b2" }]);
    expect(pieceOf(game, "b2", parseCells(game, "3/3/3 B"))).toBe("B");
  });

  it("is described in both languages", () => {
    const snapshot = snapshotOf("kings", POSITION);
    expect(gameBoard.describePlace("cell:c1", snapshot, "en")).toBe("c1, white king");
    expect(gameBoard.describePlace("cell:b2", snapshot, "fr")).toBe("b2, libre");
    expect(gameBoard.describePosition(snapshot, "en")).toEqual(["White: a2; c1", "Black: b3"]);
    expect(gameBoard.describePosition(snapshotOf("kings", "3/3/3 W"), "fr")[0]).toBe(
      "Blancs\u202f: aucune pièce",
    );
  });

  it("asks the rules about the move that was meant", () => {
    const moving = { ...snapshotOf("kings", POSITION), legal: ["a2a3"] };
    expect(gameBoard.attempt(["cell:a2"], "cell:c3", moving)).toBe("a2c3");
    expect(gameBoard.attempt([], "cell:b3", moving)).toBe("b3b2");
    expect(gameBoard.attempt([], "cell:b3", { ...moving, legal: ["a1"] })).toBe("b3");
  });
});

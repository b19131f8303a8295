import { describe as group, expect, it } from "vitest";
import type { InsightMark } from "../../rules/insight";
import { expectedDuel, countingOrder, duelsOf, duelBetween, takenIn } from "./duel";
import * as layout from "./layout";
import { parse } from "./notation";
import { ghostPieces, leftmostPlate, placeOnBoard, placePieces, swapArrows, towardsDuelRow } from "./placing";
import { PIPS } from "./pips";
import { moveSymbols } from "./symbols";

const rest = "-,-,-,-,-,-/e6,s4,w1,-,-,e1/k2,-,-,-,-,e5/k3,-,-,-,-,w5 I - s 30-26";
const duel = "-,-,-,-,-,-/e6,s4,w1,-,-,e1/-,-,-,-,-,e5/k3,-,-,-,-,w5 A ak2 s 30-26";
const after = "-,-,-,-,-,-/e6,s4,w1,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,w5 I - s 30-28";
const draft = "-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,- I +E4.K5.e1 2 S2.W3";

group("Palam’s board", () => {
  it("fits into its picture, turned or not", () => {
    for (const flipped of [false, true]) {
      for (const position of [duel, draft].map(parse)) {
        for (const { x, y, width, height } of layout.spots(position, flipped).values()) {
          expect(x >= 0 && y >= 0 && x + width <= 1 && y + height <= 1).toBe(true);
        }
      }
      const { x, y, width } = layout.camp("p1", flipped);
      expect(layout.center("a1", flipped)[0]).toBeGreaterThan(x);
      expect(layout.center("f2", flipped)[1]).toBeGreaterThan(y);
      expect(x + width).toBeLessThan(layout.WIDTH);
    }
  });

  it("has = at the left of the first player", () => {
    expect(layout.signAt("=", false)[0]).toBeLessThan(layout.WIDTH / 2);
    expect(layout.signAt("=", true)[0]).toBeGreaterThan(layout.WIDTH / 2);
  });

  it("puts the sum where it hides no piece", () => {
    const width = 330;
    const columns = layout.COLUMNS.map((column) => layout.duelAt(column, "p1", false)[0]);
    for (const one of columns) {
      for (const two of columns.map((x) => x + 50)) {
        const x = layout.plateX([one, two], width);
        expect(x - width / 2 >= layout.SIDE && x + width / 2 <= layout.WIDTH - layout.SIDE).toBe(true);
      }
    }
    expect(layout.plateX([columns[0] ?? 0, columns[1] ?? 0], width)).toBeGreaterThan(layout.WIDTH / 2);
    expect(layout.plateX([columns[0] ?? 0, columns[5] ?? 0], width)).toBeCloseTo(382, -1);
  });

  it("tells five and six apart: only five has a sign in the middle", () => {
    const inMiddle = (number: number) => PIPS[number]?.places.some(([x]) => x === 0);
    expect([4, 5, 6].map(inMiddle)).toEqual([false, true, false]);
    for (const [number, { places, scale }] of Object.entries(PIPS)) {
      expect(places).toHaveLength(Number(number));
      // Inside the rim of a piece that is 84 wide.
      for (const [x, y] of places) expect(Math.max(Math.abs(x), Math.abs(y)) + 11.5 * scale).toBeLessThan(38);
    }
  });
});

group("the forced leftmost piece", () => {
  const plate = (cell: string, flipped: boolean, lang: "en" | "fr") => {
    const drawing = leftmostPlate(cell, layout.center(cell, flipped), flipped, lang);
    return drawing.kind === "plate" ? drawing : undefined;
  };

  it("is the leftmost of the screen only to its owner, and is named so", () => {
    expect(plate("a1", false, "en")?.text).toBe("leftmost");
    expect(plate("f3", true, "fr")?.text).toBe("la plus à gauche");
    expect(plate("f3", false, "en")?.text).toBe("leftmost for Anubis");
    expect(plate("a1", true, "fr")?.text).toBe("la plus à gauche pour Isis");
  });

  it("has its words on the board", () => {
    for (const cell of layout.CELLS)
      for (const flipped of [false, true])
        for (const lang of ["en", "fr"] as const) {
          const { at: [x] = [0], text = "" } = plate(cell, flipped, lang) ?? {};
          if (!text.includes(" pour ") && !text.includes(" for ")) continue;
          const half = 12 + 6.75 * text.length;
          expect(x - half).toBeGreaterThan(0);
          expect(x + half).toBeLessThan(layout.WIDTH);
        }
  });
});

group("the scene of a duel", () => {
  const found = duelBetween(parse(duel), "f3", parse(after));

  it("brings both pieces into the duel row", () => {
    const pieces = placePieces({
      palam: parse(after),
      flipped: false,
      duel: found,
      scene: { move: "f3", before: duel, phase: "travel" },
      isForward: () => false,
    });
    const [engaged, answer] = ["k2", "e1"].map((name) => pieces.find(({ piece }) => piece.name === name));
    expect(engaged).toMatchObject({ key: undefined, isLifted: false });
    expect(answer).toMatchObject({ key: undefined, isLifted: true });
    expect([engaged?.y, answer?.y].map((y) => Math.abs((y ?? 0) - layout.FIELD))).toEqual([64, 64]);
  });

  it("knows the sum, its sign and the points", () => {
    expect(found).toMatchObject({ sum: 3, sign: "≠", winner: "p2", points: 2 });
  });

  it("is remembered as what each player has won", () => {
    const all = duelsOf([rest, duel, after]);
    expect(takenIn(all, "p1")).toEqual([]);
    expect(takenIn(all, "p2").map(({ name }) => name)).toEqual(["k2", "e1"]);
  });

  it("is counted at the end: the largest first, the last duel of all last", () => {
    const all = [2, 12, 2, 23].flatMap((points) => (found ? [{ ...found, points }] : []));
    expect(countingOrder(all).map(({ points }) => points)).toEqual([12, 2, 2, 23]);
  });

  it("is drawn while it is considered, as the rules decide it", () => {
    const mark = (at: string, kind: InsightMark["kind"], text = ""): InsightMark => ({
      ...{ at, kind, text },
      owner: "p2",
    });
    expect(expectedDuel([mark("f3", "wins"), mark("duel", "loses", "+2")], parse(duel))).toEqual(found);
    expect(expectedDuel([mark("f3", "loses"), mark("duel", "wins", "+2")], parse(duel))?.winner).toBe("p1");
    expect(expectedDuel([mark("f3", "answers", "+2")], parse(duel))).toBeUndefined();
  });
});

group("places on Palam’s board", () => {
  it("are cells, the piece in the duel and pieces of the draft", () => {
    expect(placeOnBoard("a1", parse(duel), false)).toMatchObject({ width: 100 });
    expect(placeOnBoard("duel", parse(duel), false)).toMatchObject({ width: 100 });
    expect(placeOnBoard("duel", parse(after), false)).toBeUndefined();
    expect(placeOnBoard("+K5", parse(draft), false)).toBeDefined();
    expect(placeOnBoard("score", parse(after), false)).toBeUndefined();
  });

  it("has two arrows for a swap, side by side", () => {
    const swap = (at: string, to: string): InsightMark => ({ at, to, kind: "arrow", owner: null, text: "" });
    const marks = [swap("a2", "c2"), swap("c2", "a2")];
    expect(towardsDuelRow(marks)).toEqual([]);
    const [there, back] = swapArrows(marks, false);
    expect(there).toMatchObject({ kind: "arrow" });
    if (there?.kind !== "arrow" || back?.kind !== "arrow") throw new Error("no arrows");
    expect(Math.abs(there.from[1] - back.from[1])).toBe(30);
  });

  it("show ghosts of what would lie there", () => {
    const mark = (at: string, kind: InsightMark["kind"], more: Partial<InsightMark>): InsightMark => ({
      ...{ at, kind, owner: null, text: "" },
      ...more,
    });
    const names = (candidate: string | undefined, marks: readonly InsightMark[] = []) =>
      ghostPieces(parse(rest), false, candidate, marks).map(({ piece }) => piece.name);
    expect(names("a2")).toEqual(["k2"]);
    expect(names("a1a2")).toEqual([]);
    expect(names("E4@a1")).toEqual(["E4"]);
    expect(names(undefined, [mark("a2", "arrow", { to: "duel" })])).toEqual(["k2"]);
    expect(names(undefined, [mark("b1", "ghost", { text: "e1" })])).toEqual(["e1"]);
    const [arrow] = towardsDuelRow([mark("a2", "arrow", { to: "duel" })]);
    expect(placeOnBoard(arrow?.to ?? "", parse(rest), false)).toBeDefined();
  });
});

group("Palam’s moves in the list", () => {
  it("show the answer to a duel with the sum and the points", () => {
    expect(moveSymbols("a2", rest)).toEqual([{ piece: "k2" }, { icon: "duel" }, { text: "a" }]);
    expect(moveSymbols("f3", duel, after)).toEqual([{ piece: "e1" }, { text: "3 ≠" }, { text: "Anubis +2" }]);
    expect(moveSymbols("f3", duel)).toEqual([{ piece: "e1" }]);
  });

  it("show swaps and placements", () => {
    expect(moveSymbols("a1a2", rest)).toEqual([{ piece: "k3" }, { icon: "swap" }, { piece: "k2" }]);
    expect(moveSymbols("E4@a1", draft)).toEqual([{ piece: "E4" }, { icon: "enter" }, { text: "a1" }]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { MoveInput } from "./moveInput.svelte";
import type { GameBoard } from "./types";
import { parse, paths } from "../games/siam/notation";
import type { Snapshot } from "../rules/types";
import { settings } from "../settings.svelte";

const snapshot: Snapshot = {
  game: "siam",
  variant: [],
  position: "5/5/1ooo1/2N2/5 E 4 -",
  turn: "p1",
  legal: ["@a1E", "@a1N", "c2b2N", "c2b2W", "c2d2N", "c2c3", "c2E", "c2S"],
  outcome: null,
  start: "",
  occurrences: 1,
};
const gameBoard = {
  paths: (snapshot: Snapshot) => paths(snapshot.legal, parse(snapshot.position)),
  attempt: (chosen: readonly string[], key: string) => `${chosen.join(" ")}>${key}`,
} as unknown as GameBoard;

let calls: string[] = [];
let active = true;
const moveInput = () =>
  new MoveInput(() => ({ gameBoard, snapshot, active }), {
    onMove: (move) => calls.push(`played ${move}`),
    onRefused: (move) => move !== undefined && calls.push(`refused ${move}`),
    onChoose: (key) => calls.push(`chose ${key}`),
  });

beforeEach(() => {
  calls = [];
  active = true;
  settings.confirm = false;
});

describe("move input", () => {
  it("plays a move once it is complete", () => {
    const move = moveInput();
    move.choose("cell:c2");
    move.choose("cell:b2");
    expect(move.shapes).toEqual(["facing:N", "facing:W"]);
    move.choose("facing:W");
    expect(calls).toEqual(["chose cell:c2", "chose cell:b2", "played c2b2W"]);
    expect(move.chosen).toEqual([]);
  });

  it("waits for confirmation if that is required", () => {
    settings.confirm = true;
    const move = moveInput();
    move.choose("cell:c2");
    move.choose("cell:c3");
    expect(move.unconfirmed).toBe("c2c3");
    expect(move.next).toEqual([]);
    move.back();
    expect([move.unconfirmed, move.chosen]).toEqual([undefined, ["cell:c2"]]);
    move.choose("cell:c3");
    move.confirm();
    expect(calls.at(-1)).toBe("played c2c3");
  });

  it("goes back one stage at a time", () => {
    const move = moveInput();
    move.choose("reserve:p1");
    move.choose("cell:a1");
    move.back();
    expect(move.chosen).toEqual(["reserve:p1"]);
    move.back();
    move.back();
    expect(move.chosen).toEqual([]);
  });

  it("puts back what is chosen again", () => {
    const move = moveInput();
    move.choose("reserve:p1");
    move.choose("reserve:p1");
    expect(move.chosen).toEqual([]);
    expect(calls).toEqual(["chose reserve:p1"]);
  });

  it("restarts with another piece, except when dropping onto it", () => {
    const move = moveInput();
    move.choose("reserve:p1");
    move.choose("cell:c2");
    expect(move.chosen).toEqual(["cell:c2"]);
    move.choose("reserve:p1", true);
    expect(calls.at(-1)).toBe("refused cell:c2>reserve:p1");
    expect(move.chosen).toEqual([]);
  });

  it("refuses a place that no move contains", () => {
    const move = moveInput();
    move.choose("cell:c2");
    move.choose("cell:e5");
    expect(calls.at(-1)).toBe("refused cell:c2>cell:e5");
  });

  it("refuses a shape that is not possible at a place, and plays no other one", () => {
    const move = moveInput();
    move.choose("cell:c2");
    expect(move.shapesAt("cell:b2")).toEqual(["facing:N", "facing:W"]);
    move.chooseAt("cell:b2", "facing:S");
    expect(calls.at(-1)).toBe("refused cell:c2 cell:b2>facing:S");
    expect(move.chosen).toEqual([]);
    move.choose("cell:c2");
    move.chooseAt("cell:b2", "facing:W");
    expect(calls.at(-1)).toBe("played c2b2W");
    // The only shape of a place is chosen with it, and any other one is refused too.
    move.choose("cell:c2");
    move.chooseAt("cell:d2", "facing:S");
    expect(calls.at(-1)).toBe("refused cell:c2 cell:d2>facing:S");
    move.choose("cell:c2");
    move.chooseAt("cell:d2", "facing:N");
    expect(calls.at(-1)).toBe("played c2d2N");
  });

  it("ignores input while it is inactive", () => {
    active = false;
    const move = moveInput();
    move.choose("cell:c2");
    expect([calls, move.next]).toEqual([[], []]);
  });

  it("exposes the move as soon as only one is left", () => {
    const move = moveInput();
    expect(move.only(["cell:c2"])).toBeUndefined();
    move.choose("cell:c2");
    expect(move.only(["cell:c3"])).toBe("c2c3");
    expect(move.only(["cell:b2"])).toBeUndefined();
    expect(move.only(["cell:b2", "facing:N"])).toBe("c2b2N");
    expect(move.only(["cell:b2", "facing:S"])).toBeUndefined();
    expect(move.fits("cell:b2", "facing:W")).toBe(true);
    expect(move.fits("cell:b2", "facing:S")).toBe(false);
  });

  it("lifts only pieces that can start a move", () => {
    const move = moveInput();
    expect(move.startDrag("cell:e5")).toBe(false);
    expect(move.startDrag("cell:c2")).toBe(true);
    expect(move.chosen).toEqual(["cell:c2"]);
  });
});

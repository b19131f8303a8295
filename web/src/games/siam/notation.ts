/** Parses the position and move notation of Siam for display. */
import type { Seat } from "../../rules/types";
import type { InputPath, InputStep } from "../../board/choices";
import { parseRows } from "../../board/rows";

export type Facing = "N" | "E" | "S" | "W";

export interface Animal {
  readonly kind: "animal";
  readonly owner: Seat;
  readonly cell: string;
  readonly facing: Facing;
}

export interface Rock {
  readonly kind: "rock";
  readonly cell: string;
}

export interface SiamPosition {
  readonly pieces: readonly (Animal | Rock)[];
  readonly turn: Seat;
  readonly reserves: Readonly<Record<Seat, number>>;
}

export const ANIMALS = 5;

export function parse(text: string): SiamPosition {
  const [rows = "", side = "E"] = text.split(" ");
  const pieces = parseRows(rows, { columns: 5, rows: 5 }).map(({ cell, content }): Animal | Rock => {
    if (content === "o") return { kind: "rock", cell };
    const owner = content === content.toUpperCase() ? "p1" : "p2";
    return { kind: "animal", owner, cell, facing: content.toUpperCase() as Facing };
  });
  const left = (owner: Seat) =>
    ANIMALS - pieces.filter((piece) => piece.kind === "animal" && piece.owner === owner).length;
  return { pieces, turn: side === "E" ? "p1" : "p2", reserves: { p1: left("p1"), p2: left("p2") } };
}

/** The steps of each legal move: an animal or the reserve, a place, a facing. */
export function paths(legal: readonly string[], position: SiamPosition): InputPath[] {
  const cell = (name: string, kind: InputStep["kind"]): InputStep => ({ key: `cell:${name}`, kind });
  const facing = (name: string): InputStep => ({ key: `facing:${name}`, kind: "shape" });
  const occupied = new Set(position.pieces.map((piece) => piece.cell));
  return legal.flatMap((move): InputPath[] => {
    const enter = /^@([a-e][1-5])([NESW])$/.exec(move);
    if (enter) {
      const [, to = "", way = ""] = enter;
      const target = cell(to, occupied.has(to) ? "push" : "move");
      const reserve: InputStep = { key: `reserve:${position.turn}`, kind: "piece" };
      const byReserve: InputPath = { move, steps: [reserve, target, facing(way)] };
      // A free border square can be tapped directly; a tap on an occupied one selects its animal.
      return occupied.has(to) ? [byReserve] : [byReserve, { move, steps: [target, facing(way)] }];
    }
    const step = /^([a-e][1-5])([a-e][1-5])([NESW])$/.exec(move);
    if (step) {
      const [, from = "", to = "", way = ""] = step;
      return [{ move, steps: [cell(from, "piece"), cell(to, "move"), facing(way)] }];
    }
    const push = /^([a-e][1-5])([a-e][1-5])$/.exec(move);
    if (push) {
      const [, from = "", to = ""] = push;
      return [{ move, steps: [cell(from, "piece"), cell(to, "push")] }];
    }
    const turn = /^([a-e][1-5])([NESW])$/.exec(move);
    if (turn) {
      const [, at = "", way = ""] = turn;
      // With the mark on that side of the animal, or by choosing the animal once more and a direction.
      return [
        { move, steps: [cell(at, "piece"), { key: `turn:${way}`, kind: "turn" }] },
        { move, steps: [cell(at, "piece"), { key: `cell:${at}`, kind: "inPlace" }, facing(way)] },
      ];
    }
    const leave = /^([a-e][1-5])-$/.exec(move);
    if (leave) {
      const from = cell(leave[1] ?? "", "piece");
      // With a button, or by dragging the animal to the reserve.
      const home = `reserve:${position.turn}`;
      return [
        { move, steps: [from, { key: "leave", kind: "action" }] },
        { move, steps: [from, { key: home, kind: "exit" }] },
      ];
    }
    return [];
  });
}

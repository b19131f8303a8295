/** The pieces of a board with their identities, so that moves can be animated and rocks keep their number. */
import type { Seat } from "../../rules/types";
import { trackPieces, type Piece, type Placed } from "../../board/pieces";
import { center, FACINGS } from "./layout";
import type { Facing, SiamPosition } from "./notation";

export interface SiamPiece extends Placed {
  /** The owner of an animal. */
  readonly owner: Seat | undefined;
  readonly cell: string;
  readonly facing: Facing;
  /** The number of a rock, from 1 to 3. */
  readonly rock: number;
}

export type TrackedPieces = readonly Piece<SiamPiece>[];

/** The pieces of the next position with the identities they had in the last one. */
export function track(before: TrackedPieces, { pieces }: SiamPosition): TrackedPieces {
  const placed = pieces.map((piece): SiamPiece => {
    // The view may turn between two positions: identities follow the squares of the board, not of the screen.
    const [x, y] = center(piece.cell, false);
    if (piece.kind === "rock")
      return { kind: "rock", owner: undefined, cell: piece.cell, facing: "N", rock: 0, x, y };
    const { owner, cell, facing } = piece;
    return { kind: owner, owner, cell, facing, rock: 0, x, y };
  });
  const numbers = new Map(before.map(({ id, placed }) => [id, placed.rock]));
  const tracked = trackPieces(before, placed);
  const used = new Set(tracked.map(({ id }) => numbers.get(id) ?? 0));
  return tracked.map(({ id, placed }) => {
    if (placed.kind !== "rock") return { id, placed };
    const rock = numbers.get(id) ?? unused(used);
    used.add(rock);
    return { id, placed: { ...placed, rock } };
  });
}

/** The lowest number of a rock that is not on the board. */
export const unused = (numbers: ReadonlySet<number>): number =>
  [1, 2, 3].find((number) => !numbers.has(number)) ?? 1;

/** The direction in which the row of a move goes, if it enters or pushes. */
export function pushOf(move: string | undefined): Facing | undefined {
  const [, enters, from = "", to, facing] = /^(@?)([a-e][1-5])([a-e][1-5])?([NESW])?$/.exec(move ?? "") ?? [];
  if (enters === "@") return facing as Facing | undefined;
  if (to === undefined || facing !== undefined) return undefined;
  const [[a, b], [c, d]] = [center(from, false), center(to, false)];
  return FACINGS[a === c ? (b > d ? 0 : 2) : a < c ? 1 : 3];
}

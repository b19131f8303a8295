/** Tracks the identity of pieces between positions, so that moves can be animated. */

export interface Placed {
  /** The kind of piece; pieces of one kind are interchangeable. */
  readonly kind: string;
  /** The position in units of the board. */
  readonly x: number;
  readonly y: number;
  /** The rotation in degrees. */
  readonly turn?: number;
}

export interface Piece<P extends Placed> {
  readonly id: number;
  readonly placed: P;
}

/** The cost grows faster than the distance: a pushed row slides instead of one piece jumping over it. */
const effort = (a: Placed, b: Placed) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2;

/**
 * Gives the pieces of the next position the numbers they had in the last one, such that all of them together move as
 * little as possible. Pieces without a counterpart are new, or removed.
 */
export function trackPieces<P extends Placed>(before: readonly Piece<P>[], after: readonly P[]): Piece<P>[] {
  const origin = new Map<P, Piece<P>>();
  const left = new Set(before);
  const pairs = after
    .flatMap((placed) => before.map((piece) => ({ placed, piece, cost: effort(piece.placed, placed) })))
    .filter(({ placed, piece }) => piece.placed.kind === placed.kind)
    .sort((a, b) => a.cost - b.cost);
  for (const { placed, piece } of pairs) {
    if (!origin.has(placed) && left.has(piece)) {
      origin.set(placed, piece);
      left.delete(piece);
    }
  }
  exchange(origin);
  let fresh = before.reduce((most, piece) => Math.max(most, piece.id), -1);
  return after.map((placed) => ({ id: origin.get(placed)?.id ?? ++fresh, placed }));
}

/** Lets two pieces of a kind change places as long as that saves effort. */
function exchange<P extends Placed>(origin: Map<P, Piece<P>>): void {
  const placed = [...origin.keys()];
  for (let improved = true; improved;) {
    improved = false;
    for (const a of placed) {
      for (const b of placed) {
        const [from, other] = [origin.get(a), origin.get(b)];
        if (a === b || a.kind !== b.kind || !from || !other) continue;
        const now = effort(from.placed, a) + effort(other.placed, b);
        if (effort(other.placed, a) + effort(from.placed, b) < now) {
          origin.set(a, other).set(b, from);
          improved = true;
        }
      }
    }
  }
}

/**
 * The arrangement of the signs on a piece, from its middle: like a die, and six as two rows of three that leave the middle
 * free, so that it is not mistaken for five.
 */
interface Pips {
  /** The size of a sign; one alone is largest. */
  readonly scale: number;
  readonly places: readonly (readonly [x: number, y: number])[];
}

const mirrored = (x: number, ys: readonly number[]): [number, number][] =>
  ys.flatMap((y): [number, number][] => [
    [-x, y],
    [x, y],
  ]);

export const PIPS: Readonly<Record<number, Pips>> = {
  1: { scale: 2.25, places: [[0, 0]] },
  2: {
    scale: 1.4,
    places: [
      [-17, -17],
      [17, 17],
    ],
  },
  3: {
    scale: 1.08,
    places: [
      [-23, -23],
      [0, 0],
      [23, 23],
    ],
  },
  4: { scale: 1.2, places: mirrored(18, [-18, 18]) },
  5: { scale: 0.98, places: [...mirrored(21, [-21, 21]), [0, 0]] },
  6: { scale: 0.87, places: mirrored(17, [-26, 0, 26]) },
};

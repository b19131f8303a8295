/** The cells that a move names, in order: `b2c3` goes from b2 to c3. */
export const cellsOf = (move: string): readonly string[] => move.match(/[a-z]\d+/g) ?? [];

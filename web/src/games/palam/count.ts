/** How long the points of a finished game are counted, in milliseconds: most of the time of an ending. */
export const COUNT = 1_800;

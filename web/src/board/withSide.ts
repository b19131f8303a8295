/** A position text with another side to move: its second field. */
export const withSide = (position: string, side: string): string =>
  position
    .split(" ")
    .map((field, index) => (index === 1 ? side : field))
    .join(" ");

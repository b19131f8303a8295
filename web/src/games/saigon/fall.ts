/** The fall of a pallet: out of the slit, down past the edge of the table, and into its place. */
interface Offset {
  readonly x: number;
  readonly y: number;
}

/** Key frames that bring a pallet from the slit, given as an offset from its place, to rest. `outward` is 1 to the right. */
export function fallKeyframes(slit: Offset, outward: 1 | -1, size: number): Keyframe[] {
  const at = (x: number, y: number, turn: number, scale: number) =>
    `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
  return [
    { transform: at(slit.x, slit.y, 7 * outward, size), easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
    {
      offset: 0.4,
      transform: at(slit.x + 18 * outward, slit.y + 34 * size, 30 * outward, size),
      easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
    },
    { offset: 0.88, transform: at(0, 3, 0, 1) },
    { transform: at(0, 0, 0, 1) },
  ];
}

import type { Spot } from "./types";

/** Lays an element over a spot of the picture that it stands in. */
export const styleOf = ({ x, y, width, height }: Spot): string =>
  `left:${x * 100}%;top:${y * 100}%;width:${width * 100}%;height:${height * 100}%`;

/** Makes spots out of rectangles round a middle, in the units of a picture of this size. */
export const spotsOf =
  (pictureWidth: number, pictureHeight: number) =>
  (middleX: number, middleY: number, width: number, height: number): Spot => ({
    x: (middleX - width / 2) / pictureWidth,
    y: (middleY - height / 2) / pictureHeight,
    width: width / pictureWidth,
    height: height / pictureHeight,
  });

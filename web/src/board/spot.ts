import type { Spot } from "./types";

/** The style that positions an element over a spot of the picture. */
export const styleOf = ({ x, y, width, height }: Spot): string =>
  `left:${x * 100}%;top:${y * 100}%;width:${width * 100}%;height:${height * 100}%`;

/** Makes spots from rectangles given by their centre, in the units of a picture of this size. */
export const spotsOf =
  (pictureWidth: number, pictureHeight: number) =>
  (middleX: number, middleY: number, width: number, height: number): Spot => ({
    x: (middleX - width / 2) / pictureWidth,
    y: (middleY - height / 2) / pictureHeight,
    width: width / pictureWidth,
    height: height / pictureHeight,
  });

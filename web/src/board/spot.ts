import type { Spot } from "./types";

/** Makes spots out of rectangles round a middle, in the units of a picture of this size. */
export const spotsOf =
  (pictureWidth: number, pictureHeight: number) =>
  (middleX: number, middleY: number, width: number, height: number): Spot => ({
    x: (middleX - width / 2) / pictureWidth,
    y: (middleY - height / 2) / pictureHeight,
    width: width / pictureWidth,
    height: height / pictureHeight,
  });

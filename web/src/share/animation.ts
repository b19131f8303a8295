/** A game as an animated GIF, made in the browser from the server's diagrams. */
import { encode } from "modern-gif";
import workerUrl from "modern-gif/worker?url";
import type { Lang } from "../i18n/index.svelte";
import { show } from "../rules/client";
import { pictureAddress, type SharedGame } from "./shared";
import { plies, PACE } from "./frames";

const WIDTH = 480;

async function picture(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Draws a diagram without transparency, which a GIF does not need. All frames have the height of the first one. */
function draw(image: HTMLImageElement, height: number): ImageData {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#fdf6e3";
  context.fillRect(0, 0, WIDTH, height);
  const scale = Math.min(WIDTH / image.naturalWidth, height / image.naturalHeight);
  const [wide, high] = [image.naturalWidth * scale, image.naturalHeight * scale];
  context.drawImage(image, (WIDTH - wide) / 2, (height - high) / 2, wide, high);
  return context.getImageData(0, 0, WIDTH, height);
}

/** Makes the animation; `onProgress` is called with the finished part, from 0 to 1. */
export async function animate(
  { game, variant, position, seed, moves }: SharedGame,
  lang: Lang,
  onProgress: (part: number) => void,
): Promise<Blob> {
  const base = {
    game,
    variant,
    ...(position === undefined ? {} : { position }),
    ...(seed === undefined ? {} : { seed }),
  };
  const shown = plies(moves.length);
  const frames: ImageData[] = [];
  for (const ply of shown) {
    const { position: text } = await show({ ...base, moves: moves.slice(0, ply) }, lang);
    const image = await picture(pictureAddress({ game, variant }, text, "svg", lang));
    const height = frames[0]?.height ?? Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
    frames.push(draw(image, height));
    onProgress((0.7 * frames.length) / shown.length);
  }
  const [first] = frames;
  const gif = await encode({
    workerUrl,
    width: first?.width ?? WIDTH,
    height: first?.height ?? WIDTH,
    maxColors: 128,
    looped: true,
    frames: frames.map(({ data }, index) => ({
      data: data.buffer,
      delay: index === frames.length - 1 ? PACE.last : PACE.move,
    })),
  });
  onProgress(1);
  return new Blob([gif], { type: "image/gif" });
}

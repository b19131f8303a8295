import { expect, it } from "vitest";
import { faceOf } from "./faces";

it("guests look like the animal of their name, in every mood", () => {
  const { art } = faceOf("Quiet Heron");
  expect(faceOf("Swift Heron").art).toBe(art);
  expect(faceOf("Swift Otter").art).not.toBe(art);
});

it("other players keep one face, and not all have the same", () => {
  expect(faceOf("Ann")).toEqual(faceOf("Ann"));
  const arts = new Set(Array.from({ length: 40 }, (_, index) => faceOf(`user ${index}`).art));
  expect(arts.size).toBeGreaterThan(5);
});

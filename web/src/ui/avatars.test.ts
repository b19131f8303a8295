import { expect, it } from "vitest";
import { avatarOf } from "./avatars";

it("guests look like the animal of their name, in every mood", () => {
  const { art } = avatarOf("Quiet Heron");
  expect(avatarOf("Swift Heron").art).toBe(art);
  expect(avatarOf("Swift Otter").art).not.toBe(art);
});

it("other players keep one avatar, and not all have the same", () => {
  expect(avatarOf("Ann")).toEqual(avatarOf("Ann"));
  const arts = new Set(Array.from({ length: 40 }, (_, index) => avatarOf(`user ${index}`).art));
  expect(arts.size).toBeGreaterThan(5);
});

import { expect, it } from "vitest";
import { avatarOf } from "./avatars";

it("guests look like the animal of their name, in every mood", () => {
  const { art } = avatarOf("Quiet Heron");
  expect(avatarOf("Swift Heron").art).toBe(art);
  expect(avatarOf("Swift Otter").art).not.toBe(art);
});

it("two players at a table never look the same", () => {
  const twins = Array.from({ length: 30 }, (_, index) => `${index} Otter`);
  const pairs = twins.flatMap((one) => twins.filter((two) => two !== one).map((two) => [one, two] as const));
  const look = (seed: string, beside?: string) => JSON.stringify(avatarOf(seed, beside));
  expect(pairs.some(([one, two]) => look(one) === look(two))).toBe(true);
  expect(pairs.filter(([one, two]) => look(one) === look(two, one))).toEqual([]);
});

it("other players keep one avatar, and not all have the same", () => {
  expect(avatarOf("Ann")).toEqual(avatarOf("Ann"));
  const arts = new Set(Array.from({ length: 40 }, (_, index) => avatarOf(`user ${index}`).art));
  expect(arts.size).toBeGreaterThan(5);
});

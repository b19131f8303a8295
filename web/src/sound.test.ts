import { expect, it } from "vitest";
import { SOUNDS, type Sound } from "./sound";

const names = Object.keys(SOUNDS) as Sound[];
const parts = (name: Sound) => [...SOUNDS[name].partials, ...(SOUNDS[name].bursts ?? [])];

it("every event has a sound of its own", () => {
  expect(new Set(names.map((name) => JSON.stringify(SOUNDS[name]))).size).toBe(names.length);
});

it("sounds are short, and only endings take longer than half a second", () => {
  for (const name of names) {
    const end = Math.max(...parts(name).map(({ at, length }) => at + length));
    expect(end, name).toBeLessThan(["win", "loss", "draw"].includes(name) ? 1.2 : 0.55);
  }
});

it("sounds are quiet: what starts together does not clip, and a refusal is softer than a move", () => {
  const loudest = (name: Sound) => {
    const starts = new Map<number, number>();
    for (const { at, loud } of parts(name)) starts.set(at, (starts.get(at) ?? 0) + loud);
    return Math.max(...starts.values());
  };
  for (const name of names) expect(loudest(name), name).toBeLessThan(1);
  expect(loudest("refused")).toBeLessThan(loudest("place"));
});

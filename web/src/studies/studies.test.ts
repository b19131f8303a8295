import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  deviceStudies,
  deviceStudy,
  isOnDevice,
  newDeviceId,
  removeFromDevice,
  saveOnDevice,
} from "./device";
import { cleanName, MAX_DEVICE_STUDIES, MAX_NAME_LEN } from "./types";

const chapter = { name: "One", pgn: "*" };
let stored: Map<string, string>;
let room = Infinity;

beforeEach(() => {
  [stored, room] = [new Map(), Infinity];
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
    setItem(name: string, text: string) {
      if (text.length > room) throw new Error("full");
      stored.set(name, text);
    },
  });
});

describe("studies on the device", () => {
  it("are saved, listed and removed", () => {
    const id = newDeviceId();
    expect(isOnDevice(id)).toBe(true);
    expect(saveOnDevice(id, "Mine", [chapter, chapter])).toBe(true);
    expect(deviceStudies()).toMatchObject([{ id, home: "device", name: "Mine", count: 2, shared: false }]);
    expect(deviceStudy(id)).toMatchObject({ own: true, chapters: [chapter, chapter] });
    removeFromDevice(id);
    expect([deviceStudies(), deviceStudy(id), stored.get(`mekong.study.${id}`)]).toEqual([
      [],
      undefined,
      undefined,
    ]);
  });

  it("say when there is no room", () => {
    room = 20;
    expect(saveOnDevice(newDeviceId(), "Mine", [chapter])).toBe(false);
    expect(deviceStudies()).toEqual([]);
    room = Infinity;
    for (let index = 0; index < MAX_DEVICE_STUDIES; index += 1)
      expect(saveOnDevice(newDeviceId(), "Mine", [chapter])).toBe(true);
    expect(saveOnDevice(newDeviceId(), "Mine", [chapter])).toBe(false);
    // One that exists can still be changed.
    const [known] = deviceStudies();
    expect(saveOnDevice(known?.id ?? "", "Other", [chapter])).toBe(true);
  });

  it("that were damaged are ignored", () => {
    stored.set("mekong.studies", JSON.stringify(["device-a", 3]));
    stored.set("mekong.study.device-a", "{}");
    expect(deviceStudies()).toEqual([]);
  });
});

it("names are trimmed and cut", () => {
  expect(cleanName("  a\nb ")).toBe("a b");
  expect(cleanName(" \t ")).toBeUndefined();
  expect(cleanName("é".repeat(100))).toHaveLength(MAX_NAME_LEN);
});

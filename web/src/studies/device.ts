/** Studies on this device. */
import { read, write } from "../storage";
import { MAX_DEVICE_STUDIES, type Chapter, type SavedStudy, type StudySummary } from "./types";

interface Stored {
  readonly name: string;
  readonly updated: number;
  readonly chapters: readonly Chapter[];
}

const LIST = "studies";
const key = (id: string) => `study.${id}`;
const PREFIX = "device-";

export const isOnDevice = (id: string): boolean => id.startsWith(PREFIX);

const ids = (): readonly string[] => {
  const list = read<unknown>(LIST);
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === "string") : [];
};

function stored(id: string): Stored | undefined {
  const found = read<Partial<Stored>>(key(id));
  if (typeof found?.name !== "string" || !Array.isArray(found.chapters)) return undefined;
  return { name: found.name, updated: Number(found.updated) || 0, chapters: found.chapters };
}

/** The studies of this device, the last changed first. */
export function deviceStudies(): StudySummary[] {
  return ids()
    .flatMap((id): StudySummary[] => {
      const found = stored(id);
      if (!found) return [];
      const { name, updated, chapters } = found;
      return [{ id, home: "device", name, updated, count: chapters.length, shared: false }];
    })
    .toSorted((one, two) => two.updated - one.updated);
}

export function deviceStudy(id: string): SavedStudy | undefined {
  const found = isOnDevice(id) ? stored(id) : undefined;
  if (!found) return undefined;
  const { name, updated, chapters } = found;
  return {
    id,
    home: "device",
    name,
    updated,
    chapters,
    count: chapters.length,
    shared: false,
    own: true,
    owner: null,
    revision: 0,
  };
}

/** Saves a study; `false` if the device has no room for it. */
export function saveOnDevice(id: string, name: string, chapters: readonly Chapter[]): boolean {
  const known = ids();
  if (!known.includes(id) && known.length >= MAX_DEVICE_STUDIES) return false;
  const study: Stored = { name, updated: Date.now(), chapters };
  write(key(id), study);
  // Storage may be full: what cannot be read back was not saved.
  if (stored(id)?.updated !== study.updated) return false;
  if (!known.includes(id)) write(LIST, [...known, id]);
  return true;
}

export function removeFromDevice(id: string): void {
  write(
    LIST,
    ids().filter((other) => other !== id),
  );
  write(key(id), undefined);
}

/** A new id. */
export function newDeviceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return PREFIX + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

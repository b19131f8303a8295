/** Studies on this device. */
import { read, write } from "../storage";
import { MAX_DEVICE_STUDIES, type Chapter, type SavedStudy, type StudySummary } from "./types";

interface Stored {
  readonly name: string;
  readonly updated: number;
  /** Grows by one with every change, in whichever window. */
  readonly revision: number;
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
  const { name, chapters, updated, revision } = found;
  return { name, chapters, updated: Number(updated) || 0, revision: Number(revision) || 0 };
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
  return {
    ...found,
    id,
    home: "device",
    count: found.chapters.length,
    shared: false,
    own: true,
    owner: null,
  };
}

/** Saves a study; `false` if the storage of the device is full. */
export function saveOnDevice(id: string, name: string, chapters: readonly Chapter[]): boolean {
  const known = ids();
  if (!known.includes(id) && known.length >= MAX_DEVICE_STUDIES) return false;
  const revision = (stored(id)?.revision ?? 0) + 1;
  const study: Stored = { name, updated: Date.now(), revision, chapters };
  write(key(id), study);
  // Storage may be full: what cannot be read back was not saved.
  if (stored(id)?.revision !== revision) return false;
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

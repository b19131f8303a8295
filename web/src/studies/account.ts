/** Studies of the account, and how those of this device move into it. */
import { api, ApiError } from "../net/api";
import { me } from "../net/me.svelte";
import { deviceStudies, deviceStudy, newDeviceId, removeFromDevice, saveOnDevice } from "./device";
import type { Chapter, SavedStudy, StudySummary } from "./types";

type StudyAnswer = Awaited<ReturnType<typeof api.study>>;

const toStudy = ({ contents, chapters, ...study }: StudyAnswer): SavedStudy => ({
  ...study,
  home: "account",
  chapters: contents,
  count: chapters,
});

/** The studies of the account and of this device, the last changed first. */
export async function loadStudies(): Promise<StudySummary[]> {
  const here = deviceStudies();
  await me.load();
  if (!me.hasAccount) return here;
  try {
    const there = (await api.studies()).map(({ chapters, ...study }): StudySummary => ({
      ...study,
      home: "account",
      count: chapters,
    }));
    return [...there, ...here].toSorted((one, two) => two.updated - one.updated);
  } catch (error) {
    if (error instanceof ApiError) return here;
    throw error;
  }
}

export async function loadStudy(id: string): Promise<SavedStudy | undefined> {
  const here = deviceStudy(id);
  if (here) return here;
  try {
    return toStudy(await api.study(id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Saves a new study: in the account if there is one and the server can be reached, otherwise on this device. Returns its id;
 * undefined if the device has no room.
 */
export async function addStudy(name: string, chapters: readonly Chapter[]): Promise<string | undefined> {
  await me.load();
  if (me.hasAccount) {
    try {
      return (await api.addStudy({ name, chapters: [...chapters] })).id;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 0)) throw error;
    }
  }
  const id = newDeviceId();
  return saveOnDevice(id, name, chapters) ? id : undefined;
}

/** The study was changed or deleted elsewhere since it was loaded. */
export class StudyChanged extends Error {}

/** Saves a changed study. Returns it as saved; undefined if the device has no room. */
export async function saveStudy(study: SavedStudy): Promise<SavedStudy | undefined> {
  const { id, name, shared, revision, chapters } = study;
  if (study.home === "device") {
    if (deviceStudy(id)?.revision !== revision) throw new StudyChanged();
    return saveOnDevice(id, name, chapters) ? deviceStudy(id) : undefined;
  }
  try {
    return toStudy(await api.changeStudy(id, { name, shared, revision, chapters: [...chapters] }));
  } catch (error) {
    if (error instanceof ApiError && [404, 409].includes(error.status)) throw new StudyChanged();
    throw error;
  }
}

export async function removeStudy({ id, home }: Pick<StudySummary, "id" | "home">): Promise<void> {
  if (home === "account") await api.deleteStudy(id);
  else removeFromDevice(id);
}

/** Moves a study of this device into the account. Returns its new id. */
export async function moveToAccount({ id, name, chapters }: SavedStudy): Promise<string> {
  const { id: there } = await api.addStudy({ name, chapters: [...chapters] });
  removeFromDevice(id);
  return there;
}

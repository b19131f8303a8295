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

/** Saves a new study: in the account if there is one, otherwise on this device. Returns its id. */
export async function addStudy(name: string, chapters: readonly Chapter[]): Promise<string | undefined> {
  await me.load();
  if (me.hasAccount) return (await api.addStudy({ name, chapters: [...chapters] })).id;
  const id = newDeviceId();
  return saveOnDevice(id, name, chapters) ? id : undefined;
}

/** Saves a changed study. Returns it as saved; undefined if the device has no room. */
export async function saveStudy(study: SavedStudy): Promise<SavedStudy | undefined> {
  const { id, name, shared, revision, chapters } = study;
  if (study.home === "account")
    return toStudy(await api.changeStudy(id, { name, shared, revision, chapters: [...chapters] }));
  return saveOnDevice(id, name, chapters) ? deviceStudy(id) : undefined;
}

export async function removeStudy({ id, home }: StudySummary): Promise<void> {
  if (home === "account") await api.deleteStudy(id);
  else removeFromDevice(id);
}

/** Moves a study of this device into the account. Returns its new id. */
export async function moveToAccount(id: string): Promise<string | undefined> {
  const here = deviceStudy(id);
  if (!here) return undefined;
  const { id: there } = await api.addStudy({ name: here.name, chapters: [...here.chapters] });
  removeFromDevice(id);
  return there;
}

/** Studies: several chapters, kept on this device or in an account. */

/** A game or a position with variations, comments and drawings. */
export interface Chapter {
  readonly name: string;
  readonly pgn: string;
}

/** Where a study is kept. */
export type StudyLocation = "device" | "account";

export interface StudySummary {
  readonly id: string;
  readonly home: StudyLocation;
  readonly name: string;
  readonly updated: number;
  readonly count: number;
  readonly shared: boolean;
}

export interface SavedStudy extends StudySummary {
  readonly chapters: readonly Chapter[];
  /** Whether the user may change it. */
  readonly own: boolean;
  /** The name of the owner, if it has one. */
  readonly owner: string | null;
  /** Grows by one with every change. */
  readonly revision: number;
}

/** The limits of the server, which hold on the device too, so that every study can be moved into an account. */
export const MAX_CHAPTERS = 64;
export const MAX_NAME_LEN = 80;
/** The number of studies that the storage of the device has room for. */
export const MAX_DEVICE_STUDIES = 50;

/** A name within the limits; undefined if nothing is left of it. */
export function cleanName(name: string): string | undefined {
  const clean = [...name.replace(/\p{Cc}/gu, " ").trim()].slice(0, MAX_NAME_LEN).join("").trim();
  return clean === "" ? undefined : clean;
}

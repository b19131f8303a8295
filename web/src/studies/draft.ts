/** Changes of a study that were not saved when its page was left. They stay on this device until they are. */
import { Analysis, type Content } from "../analysis/analysis.svelte";
import type { Lang } from "../i18n/index.svelte";
import { read, write } from "../storage";
import type { Chapter, SavedStudy } from "./types";

/** A chapter; `content` are edits of which there was no time to write the PGN. */
export interface DraftChapter extends Chapter {
  readonly content?: Content;
}

interface Draft {
  readonly name: string;
  readonly shared: boolean;
  /** The revision that was changed. */
  readonly revision: number;
  readonly chapters: readonly DraftChapter[];
}

/** The changes that are made to a study as it was loaded. */
export interface Restored {
  readonly names: Pick<SavedStudy, "name" | "shared">;
  readonly chapters: readonly Chapter[];
  /** Whether the study has been changed elsewhere since. */
  readonly isConflict: boolean;
}

const key = (id: string) => `studyDraft.${id}`;

export function writeDraft(
  { id, name, shared, revision }: Pick<SavedStudy, "id" | "name" | "shared" | "revision">,
  chapters: readonly DraftChapter[],
): void {
  const draft: Draft = { name, shared, revision, chapters };
  write(key(id), draft);
}

export const removeDraft = (id: string): void => write(key(id), undefined);

const sameChapters = (one: readonly Chapter[], two: readonly Chapter[]): boolean =>
  one.length === two.length &&
  one.every(({ name, pgn }, index) => name === two[index]?.name && pgn === two[index].pgn);

/** The changes that were not saved; undefined if there are none. */
export async function restoreDraft(saved: SavedStudy, lang: Lang): Promise<Restored | undefined> {
  const draft = read<Partial<Draft>>(key(saved.id));
  if (!saved.own || typeof draft?.name !== "string" || !Array.isArray(draft.chapters)) return undefined;
  const { name, shared = saved.shared, revision } = draft;
  const chapters = await Promise.all(
    draft.chapters.map(async ({ name, pgn, content }): Promise<Chapter> => {
      // What the rules refuse was made by another version: the chapter stays as it was.
      const edited = content && new Analysis(() => undefined, content).pgn(lang).catch(() => pgn);
      return { name, pgn: (await edited) ?? pgn };
    }),
  );
  // They were saved after all, although no answer has arrived.
  if (name === saved.name && shared === saved.shared && sameChapters(chapters, saved.chapters)) {
    removeDraft(saved.id);
    return undefined;
  }
  return { names: { name, shared }, chapters, isConflict: revision !== saved.revision };
}

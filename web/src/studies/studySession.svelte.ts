/** An open study: its chapters in order, the one that is shown, and saving. */
import { errorMessage } from "../net/api";
import type { Lang } from "../i18n/index.svelte";
import { fromPgn } from "../analysis/open";
import { Analysis, type Content } from "../analysis/analysis.svelte";
import { RulesError } from "../rules/client";
import { saveStudy, StudyChanged } from "./account";
import { removeDraft, writeDraft, type DraftChapter, type Restored } from "./draft";
import { cleanName, MAX_CHAPTERS, type Chapter, type SavedStudy, type StudySummary } from "./types";

/** How long a change waits for the next one before it is saved. */
const SAVE_DELAY_MS = 1_000;

export type SaveState = "saved" | "saving" | "unsaved" | "failed";

/** A chapter with an id of this session: names and places change. */
export interface OpenChapter extends Chapter {
  readonly id: number;
}

export class StudySession {
  /** The study without its chapters. */
  study = $state.raw<Omit<SavedStudy, "chapters">>() as Omit<SavedStudy, "chapters">;
  chapters = $state.raw<readonly OpenChapter[]>([]);
  /** The id of the chapter that is shown or being loaded. */
  current = $state<number>();
  /** The chapter that is shown; undefined while it is being loaded. */
  analysis = $state.raw<Analysis>();
  state = $state<SaveState>("saved");
  /** Why the last change could not be saved, or a chapter could not be shown. */
  error = $state<string>();
  /** Whether the study was changed elsewhere, so that what is on the screen can only be saved as a copy. */
  isConflict = $state(false);
  readonly #lang: () => Lang;
  /** One analysis per chapter, so that an edit is never in two places. */
  readonly #analyses = new Map<number, Promise<Analysis>>();
  /** The edited chapters whose PGN has to be written, with their content. */
  readonly #edited = new Map<number, { readonly analysis: Analysis; readonly content: Content }>();
  /** Whether there are other changes than edits that wait for their PGN. */
  #isChanged = false;
  #isDiscarded = false;
  #nextId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;

  /** `restored` are changes that were not saved when the study was left. */
  constructor({ chapters, ...study }: SavedStudy, lang: () => Lang, restored?: Restored) {
    this.study = { ...study, ...restored?.names };
    this.chapters = (restored?.chapters ?? chapters).map(({ name, pgn }) => this.#chapter(name, pgn));
    this.#lang = lang;
    if (!restored) return;
    if (restored.isConflict) [this.isConflict, this.state] = [true, "failed"];
    this.#changed();
  }

  #chapter(name: string, pgn: string): OpenChapter {
    return { id: this.#nextId++, name, pgn };
  }

  get index(): number {
    return this.chapters.findIndex(({ id }) => id === this.current);
  }

  /** The study with its chapters, without edits whose PGN is not written yet. */
  get #content(): SavedStudy {
    return { ...this.study, chapters: this.chapters.map(({ name, pgn }) => ({ name, pgn })) };
  }

  /** Shows a chapter. If several are asked for, the last one is shown. */
  async open(index: number): Promise<void> {
    const chapter = this.chapters[index];
    if (!chapter) return;
    const { current, analysis } = this;
    [this.current, this.analysis, this.error] = [chapter.id, undefined, undefined];
    try {
      const opened = await this.#analysisOf(chapter);
      await opened.go([], this.#lang());
      if (this.current === chapter.id) this.analysis = opened;
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      if (this.current !== chapter.id) return;
      // The chapter is damaged: the one before is shown again.
      [this.current, this.analysis, this.error] = [current, analysis, error.message];
    }
  }

  #analysisOf({ id, pgn }: OpenChapter): Promise<Analysis> {
    const known = this.#analyses.get(id);
    if (known) return known;
    const opening = fromPgn(pgn, this.#lang()).then((read) => {
      let last = read;
      const analysis: Analysis = new Analysis((content) => {
        // Going through the moves changes nothing.
        const isEdit = content.cursor.tree !== last.cursor.tree || content.review !== last.review;
        last = content;
        if (isEdit) this.#edit(id, analysis, content);
      }, read);
      return analysis;
    });
    this.#analyses.set(id, opening);
    opening.catch(() => this.#analyses.delete(id));
    return opening;
  }

  #edit(id: number, analysis: Analysis, content: Content): void {
    if (!this.study.own || !this.chapters.some((chapter) => chapter.id === id)) return;
    this.#edited.set(id, { analysis, content });
    this.#scheduleSave();
  }

  #changed(): void {
    this.#isChanged = true;
    this.#scheduleSave();
  }

  #scheduleSave(): void {
    if (this.isConflict) return;
    this.state = "unsaved";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), SAVE_DELAY_MS);
  }

  get #hasChanges(): boolean {
    return !this.#isDiscarded && (this.#isChanged || this.#edited.size > 0);
  }

  /** Saves what has changed, and what changes meanwhile. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#hasChanges || this.isConflict) return this.#saving ?? Promise.resolve();
    return (this.#saving ??= this.#saveAll());
  }

  async #saveAll(): Promise<void> {
    try {
      while (this.#hasChanges) {
        [this.state, this.error] = ["saving", undefined];
        if (!(await this.#saveOnce())) {
          this.state = "failed";
          return;
        }
      }
      this.state = "saved";
    } finally {
      this.#saving = undefined;
    }
  }

  /** Writes the PGN of edited chapters. */
  async #writeChapters(): Promise<void> {
    for (const [id, edit] of [...this.#edited]) {
      const pgn = await edit.analysis.pgn(this.#lang());
      // An edit made meanwhile is written next.
      if (this.#edited.get(id) === edit) this.#edited.delete(id);
      const chapters = this.chapters.map((chapter) =>
        chapter.id === id && chapter.pgn !== pgn ? { ...chapter, pgn } : chapter,
      );
      if (chapters.every((chapter, index) => chapter === this.chapters[index])) continue;
      this.chapters = chapters;
      this.#isChanged = true;
    }
  }

  /** Whether everything could be saved that had changed at the time of the call. */
  async #saveOnce(): Promise<boolean> {
    try {
      await this.#writeChapters();
      if (!this.#isChanged || this.#isDiscarded) return true;
      this.#isChanged = false;
      const kept = await saveStudy(this.#content);
      if (kept) {
        this.study = { ...this.study, revision: kept.revision, updated: kept.updated };
        removeDraft(this.study.id);
        return true;
      }
    } catch (error) {
      this.isConflict = error instanceof StudyChanged;
      if (!this.isConflict) this.error = errorMessage(error);
    }
    this.#isChanged = true;
    return false;
  }

  /** Called when the page is left, perhaps for good: what cannot be saved any more is saved when the study is opened next. */
  leave(): void {
    if (!this.study.own || !this.#hasChanges) return;
    const chapters = this.chapters.map(({ id, name, pgn }): DraftChapter => {
      const content = this.#edited.get(id)?.content;
      return { name, pgn, ...(content ? { content } : {}) };
    });
    writeDraft(this.study, chapters);
    void this.save();
  }

  /** Everything that is on the screen, also what could not be saved. */
  async content(): Promise<SavedStudy> {
    await this.save();
    await this.#writeChapters();
    return this.#content;
  }

  /** Forgets what was not saved. Resolves when nothing is being saved any more. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    clearTimeout(this.#timer);
    await this.#saving;
    removeDraft(this.study.id);
  }

  #rename(change: Partial<Pick<StudySummary, "name" | "shared">>): void {
    if (!this.study.own) return;
    this.study = { ...this.study, ...change };
    this.#changed();
  }

  rename(name: string): void {
    const clean = cleanName(name);
    if (clean !== undefined && clean !== this.study.name) this.#rename({ name: clean });
  }

  share(shared: boolean): void {
    this.#rename({ shared });
  }

  #setChapters(chapters: readonly OpenChapter[]): void {
    if (!this.study.own) return;
    this.chapters = chapters;
    this.#changed();
  }

  /** Adds a chapter after the last one and shows it. */
  async add(name: string, pgn: string): Promise<void> {
    const clean = cleanName(name);
    if (clean === undefined || this.chapters.length >= MAX_CHAPTERS) return;
    this.#setChapters([...this.chapters, this.#chapter(clean, pgn)]);
    await this.open(this.chapters.length - 1);
  }

  renameChapter(index: number, name: string): void {
    const [chapter, clean] = [this.chapters[index], cleanName(name)];
    if (chapter && clean !== undefined && clean !== chapter.name)
      this.#setChapters(this.chapters.with(index, { ...chapter, name: clean }));
  }

  /** Moves a chapter one place up or down. */
  moveChapter(index: number, step: 1 | -1): void {
    const [chapter, other] = [this.chapters[index], this.chapters[index + step]];
    if (chapter && other) this.#setChapters(this.chapters.with(index, other).with(index + step, chapter));
  }

  /** Removes a chapter; the last one stays. */
  async removeChapter(index: number): Promise<void> {
    const chapter = this.chapters[index];
    if (!chapter || this.chapters.length < 2) return;
    this.#edited.delete(chapter.id);
    this.#analyses.delete(chapter.id);
    this.#setChapters(this.chapters.filter((other) => other !== chapter));
    if (this.current === chapter.id) await this.open(Math.min(index, this.chapters.length - 1));
  }
}

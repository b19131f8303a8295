/** An open study: its chapters in order, the one that is shown, and saving. */
import { ApiError, errorMessage } from "../net/api";
import type { Lang } from "../i18n/index.svelte";
import { fromPgn } from "../analysis/open";
import { Analysis } from "../analysis/analysis.svelte";
import { saveStudy } from "./account";
import { cleanName, MAX_CHAPTERS, type Chapter, type SavedStudy } from "./types";

/** How long a change waits for the next one before it is saved in the account. */
const SAVE_DELAY_MS = 1_500;

export type SaveState = "saved" | "saving" | "unsaved" | "failed";

export class StudyBook {
  saved = $state.raw<SavedStudy>() as SavedStudy;
  /** The index of the chapter that is shown. */
  index = $state(0);
  /** The chapter that is shown. */
  study = $state.raw<Analysis>();
  state = $state<SaveState>("saved");
  /** Why the last change could not be saved. */
  error = $state<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;
  readonly #lang: () => Lang;

  constructor(saved: SavedStudy, lang: () => Lang) {
    this.saved = saved;
    this.#lang = lang;
  }

  get chapters(): readonly Chapter[] {
    return this.saved.chapters;
  }

  /** Shows a chapter. What was changed in the one before is saved. */
  async open(index: number): Promise<void> {
    const chapter = this.chapters[index];
    if (!chapter) return;
    const content = await fromPgn(chapter.pgn, this.#lang());
    const study = new Analysis(() => void this.#chapterChanged(study), {
      ...content,
      cursor: { ...content.cursor, path: [] },
    });
    this.index = index;
    this.study = study;
    await study.refresh(this.#lang());
  }

  /** The chapter as it is on the board. */
  async #chapterChanged(study: Analysis): Promise<void> {
    if (!this.saved.own || this.study !== study) return;
    const chapter = this.chapters[this.index];
    const pgn = await study.pgn(this.#lang());
    // The chapter may have another place by now. Going through the moves changes nothing.
    const index = chapter ? this.chapters.indexOf(chapter) : -1;
    if (!chapter || index < 0 || chapter.pgn === pgn) return;
    this.#change({ chapters: this.chapters.with(index, { ...chapter, pgn }) });
  }

  #change(change: Partial<Pick<SavedStudy, "name" | "shared" | "chapters">>): void {
    if (!this.saved.own) return;
    this.saved = { ...this.saved, ...change };
    this.state = "unsaved";
    clearTimeout(this.#timer);
    const delay = this.saved.home === "account" ? SAVE_DELAY_MS : 0;
    this.#timer = setTimeout(() => void this.save(), delay);
  }

  /** Saves what has changed. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#saving;
    if (this.state === "saved" || !this.saved.own) return;
    this.#saving = this.#send();
    await this.#saving;
  }

  async #send(): Promise<void> {
    const sent = this.saved;
    this.state = "saving";
    this.error = undefined;
    try {
      const kept = await saveStudy(sent);
      if (!kept) {
        this.state = "failed";
        return;
      }
      // What was changed in the meantime is saved next.
      const isCurrent = this.saved === sent;
      this.saved = { ...this.saved, revision: kept.revision, updated: kept.updated };
      this.state = isCurrent ? "saved" : "unsaved";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.state = "failed";
      this.error = errorMessage(error);
    }
  }

  rename(name: string): void {
    const clean = cleanName(name);
    if (clean !== undefined && clean !== this.saved.name) this.#change({ name: clean });
  }

  share(shared: boolean): void {
    this.#change({ shared });
  }

  /** Adds a chapter after the last one and shows it. */
  async add(name: string, pgn: string): Promise<void> {
    const clean = cleanName(name);
    if (clean === undefined || this.chapters.length >= MAX_CHAPTERS) return;
    this.#change({ chapters: [...this.chapters, { name: clean, pgn }] });
    await this.open(this.chapters.length - 1);
  }

  renameChapter(index: number, name: string): void {
    const [chapter, clean] = [this.chapters[index], cleanName(name)];
    if (chapter && clean !== undefined && clean !== chapter.name)
      this.#change({ chapters: this.chapters.with(index, { ...chapter, name: clean }) });
  }

  /** Moves a chapter one place up or down. */
  moveChapter(index: number, step: 1 | -1): void {
    const [chapter, other] = [this.chapters[index], this.chapters[index + step]];
    if (!chapter || !other) return;
    this.#change({ chapters: this.chapters.with(index, other).with(index + step, chapter) });
    if (this.index === index) this.index = index + step;
    else if (this.index === index + step) this.index = index;
  }

  /** Removes a chapter; the last one stays. */
  async removeChapter(index: number): Promise<void> {
    if (this.chapters.length < 2) return;
    this.#change({ chapters: this.chapters.filter((_, at) => at !== index) });
    if (this.index === index) await this.open(Math.min(index, this.chapters.length - 1));
    else if (this.index > index) this.index -= 1;
  }
}

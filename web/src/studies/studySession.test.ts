import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameRecord } from "../rules/types";
import { deviceStudy, removeFromDevice, saveOnDevice } from "./device";
import { restoreDraft } from "./draft";
import { StudySession } from "./studySession.svelte";
import type { SavedStudy } from "./types";

/** The PGN of these tests is the comment on the starting position. Reading and writing wait at gates. */
const rules = vi.hoisted(() => {
  const gates = new Map<string, { readonly opened: Promise<void>; readonly open: () => void }>();
  class RulesError extends Error {}
  return {
    RulesError,
    gates,
    /** Work on this text waits until the function is called. */
    hold(text: string): () => void {
      let open = () => {};
      gates.set(text, { opened: new Promise((resolve) => (open = resolve)), open: () => open() });
      return () => gates.get(text)?.open();
    },
  };
});
vi.mock("../rules/client", () => ({
  RulesError: rules.RulesError,
  show: () => Promise.resolve({}),
  readPgn: async (text: string) => {
    await rules.gates.get(text)?.opened;
    if (text === "damaged") throw new rules.RulesError("damaged");
    const record = { tags: {}, comments: [{ text }], moves: [], result: "*" };
    return { game: "siam", variant: [], position: "", record };
  },
  writeRecord: async ({ comments }: GameRecord) => {
    const text = comments[0]?.text ?? "";
    await rules.gates.get(`write ${text}`)?.opened;
    return text;
  },
}));

const server = vi.hoisted(() => ({ revision: 1, sent: [] as string[][], answered: Promise.resolve() }));
vi.mock("../net/api", async (original) => {
  const { ApiError } = await original<typeof import("../net/api")>();
  return {
    ApiError,
    errorMessage: String,
    api: {
      changeStudy: async (_: string, { revision, chapters }: SavedStudy) => {
        if (revision !== server.revision) throw new ApiError("study-changed", 409, "");
        server.sent.push(chapters.map(({ pgn }) => pgn));
        server.revision += 1;
        const { revision: kept } = server;
        await server.answered;
        return { revision: kept, updated: 0, contents: [], chapters: 0 };
      },
    },
  };
});

const lang = () => "en" as const;
const ID = "device-1";
const texts = (id = ID) => deviceStudy(id)?.chapters.map(({ pgn }) => pgn);
const sessionOf = (saved = deviceStudy(ID)) => new StudySession(saved as SavedStudy, lang);
const write = ({ analysis }: StudySession, text: string) =>
  analysis?.annotate({ nags: [], comments: [{ text }] });
/** Lets everything happen that waits for nothing but other promises. */
const settle = () => vi.advanceTimersByTimeAsync(0);

let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  rules.gates.clear();
  Object.assign(server, { revision: 1, sent: [], answered: Promise.resolve() });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
    setItem: (name: string, text: string) => stored.set(name, text),
  });
  saveOnDevice(ID, "Mine", [
    { name: "A", pgn: "a" },
    { name: "B", pgn: "b" },
    { name: "C", pgn: "c" },
  ]);
});
afterEach(() => vi.useRealTimers());

describe("the chapter that is shown", () => {
  it("is marked at once, and its comments are those of no other chapter", async () => {
    const session = sessionOf();
    await session.open(0);
    const ready = rules.hold("b");
    void session.open(1);
    expect([session.index, session.analysis]).toEqual([1, undefined]);
    ready();
    await settle();
    expect(session.analysis?.notes.comments).toEqual([{ text: "b" }]);
  });

  it("is the last one asked for, whichever arrives last", async () => {
    const session = sessionOf();
    const [first, second] = [rules.hold("a"), rules.hold("b")];
    void session.open(0);
    void session.open(1);
    second();
    await settle();
    first();
    await settle();
    expect([session.index, session.analysis?.notes.comments]).toEqual([1, [{ text: "b" }]]);
  });

  it("is opened once, however often it is asked for", async () => {
    const session = sessionOf();
    void session.open(0);
    void session.open(1);
    await session.open(0);
    const { analysis } = session;
    write(session, "edited");
    await session.open(1);
    await session.open(0);
    expect(session.analysis).toBe(analysis);
    expect(session.analysis?.notes.comments).toEqual([{ text: "edited" }]);
  });

  it("stays if the next one is damaged", async () => {
    saveOnDevice(ID, "Mine", [
      { name: "A", pgn: "a" },
      { name: "B", pgn: "damaged" },
    ]);
    const session = sessionOf();
    await session.open(0);
    await session.open(1);
    expect([session.index, session.error]).toEqual([0, "damaged"]);
    expect(session.analysis?.notes.comments).toEqual([{ text: "a" }]);
  });
});

describe("an edit", () => {
  it("is not saved from the moment on when it was made", async () => {
    const session = sessionOf();
    await session.open(0);
    await session.analysis?.go([], "en");
    expect(session.state).toBe("saved");
    write(session, "edited");
    expect(session.state).toBe("unsaved");
    await vi.runAllTimersAsync();
    expect([session.state, texts()]).toEqual(["saved", ["edited", "b", "c"]]);
  });

  it("belongs to its chapter, also if another one is opened before it is written", async () => {
    const session = sessionOf();
    await session.open(0);
    const written = rules.hold("write edited");
    write(session, "edited");
    const saving = session.save();
    await session.open(1);
    session.moveChapter(0, 1);
    session.renameChapter(0, "First");
    write(session, "also");
    written();
    await saving;
    expect(texts()).toEqual(["also", "edited", "c"]);
    expect(deviceStudy(ID)?.chapters.map(({ name }) => name)).toEqual(["First", "A", "C"]);
  });

  it("made while an older one is written is saved next", async () => {
    const session = sessionOf();
    await session.open(0);
    const written = rules.hold("write old");
    write(session, "old");
    const saving = session.save();
    await settle();
    write(session, "new");
    expect(session.state).toBe("unsaved");
    written();
    await saving;
    expect([session.state, texts()]).toEqual(["saved", ["new", "b", "c"]]);
  });

  it("of a chapter that was deleted is forgotten", async () => {
    const session = sessionOf();
    await session.open(0);
    const { analysis } = session;
    write(session, "edited");
    await session.removeChapter(0);
    analysis?.annotate({ nags: [], comments: [{ text: "late" }] });
    await vi.runAllTimersAsync();
    expect([session.index, texts()]).toEqual([0, ["b", "c"]]);
  });

  it("does not bring back a study that was deleted", async () => {
    const session = sessionOf();
    await session.open(0);
    const written = rules.hold("write edited");
    write(session, "edited");
    void session.save();
    const discarded = session.discard();
    removeFromDevice(ID);
    written();
    await discarded;
    session.leave();
    await vi.runAllTimersAsync();
    expect([texts(), [...stored.keys()]]).toEqual([undefined, ["mekong.studies"]]);
  });
});

describe("a study that is left before it is saved", () => {
  /** A session that ends before anything can be written. */
  async function leave(): Promise<void> {
    const session = sessionOf();
    await session.open(1);
    rules.hold("write edited");
    write(session, "edited");
    session.rename("Ours");
    session.leave();
    vi.clearAllTimers();
    rules.gates.clear();
  }
  const restored = () => restoreDraft(deviceStudy(ID) as SavedStudy, "en");

  it("is saved when it is opened next", async () => {
    await leave();
    expect(texts()).toEqual(["a", "b", "c"]);
    const session = new StudySession(deviceStudy(ID) as SavedStudy, lang, await restored());
    await session.open(1);
    expect(session.analysis?.notes.comments).toEqual([{ text: "edited" }]);
    expect(session.state).toBe("unsaved");
    await vi.runAllTimersAsync();
    expect([texts(), deviceStudy(ID)?.name]).toEqual([["a", "edited", "c"], "Ours"]);
    expect(await restored()).toBeUndefined();
  });

  it("and was changed elsewhere keeps both versions", async () => {
    await leave();
    saveOnDevice(ID, "Mine", [{ name: "A", pgn: "other" }]);
    const session = new StudySession(deviceStudy(ID) as SavedStudy, lang, await restored());
    await vi.runAllTimersAsync();
    expect([session.isConflict, session.state, texts()]).toEqual([true, "failed", ["other"]]);
    expect((await session.content()).chapters.map(({ pgn }) => pgn)).toEqual(["a", "edited", "c"]);
    await session.discard();
    expect(await restored()).toBeUndefined();
  });

  it("has nothing to restore if it was saved after all", async () => {
    await leave();
    const [a, b, c] = deviceStudy(ID)?.chapters ?? [];
    if (a && b && c) saveOnDevice(ID, "Ours", [a, { ...b, pgn: "edited" }, c]);
    expect(await restored()).toBeUndefined();
  });
});

describe("a study of the account", () => {
  const saved: SavedStudy = {
    ...{ id: "aaaaaaaaaaaa", home: "account", name: "Mine", updated: 0, count: 1, shared: false },
    ...{ own: true, owner: "Ada", revision: 1, chapters: [{ name: "A", pgn: "a" }] },
  };

  it("is sent once per change, however many ask for it", async () => {
    const session = sessionOf(saved);
    await session.open(0);
    let answer = () => {};
    server.answered = new Promise((resolve) => (answer = resolve));
    write(session, "one");
    void session.save();
    await settle();
    write(session, "two");
    const all = [session.save(), session.save(), session.save()];
    answer();
    await Promise.all(all);
    expect(server.sent).toEqual([["one"], ["two"]]);
    expect([session.state, session.isConflict, session.study.revision]).toEqual(["saved", false, 3]);
  });

  it("that was changed elsewhere is not overwritten", async () => {
    const session = sessionOf(saved);
    await session.open(0);
    server.revision = 5;
    write(session, "one");
    await session.save();
    expect([session.state, session.isConflict, server.sent]).toEqual(["failed", true, []]);
    write(session, "two");
    await vi.runAllTimersAsync();
    expect((await session.content()).chapters).toEqual([{ name: "A", pgn: "two" }]);
    expect(server.sent).toEqual([]);
  });

  it("of somebody else is never changed", async () => {
    const session = sessionOf({ ...saved, own: false });
    await session.open(0);
    write(session, "one");
    session.leave();
    await vi.runAllTimersAsync();
    expect([session.state, server.sent, stored.has("mekong.studyDraft.aaaaaaaaaaaa")]).toEqual([
      "saved",
      [],
      false,
    ]);
  });
});

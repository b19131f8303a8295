import { describe, expect, test } from "vitest";
import { fold, resync, EMPTY_STATE, timing, withOlderChat, type TableState } from "./fold";
import type { GameEvent, GameState, GameEventBody } from "./wire";

let seq = 0;
const event = (what: GameEventBody, at = 0): GameEvent => ({ seq: ++seq, at, ...what });
const move = (ply: number, text: string, by: "p1" | "p2", at = 0): GameEvent =>
  event({ type: "move", ply, move: text, by, clocks: { p1: 60_000, p2: 60_000 } }, at);

const played = (...events: GameEvent[]): TableState => events.reduce(fold, EMPTY_STATE);

describe("what an event does", () => {
  test("moves come one after the other, and end what was on offer", () => {
    const known = played(
      move(1, "@c1N", "p1", 5),
      event({ type: "offer", offer: "draw", by: "p1" }),
      move(2, "@c5S", "p2", 9),
    );
    expect(known.moves).toEqual(["@c1N", "@c5S"]);
    expect(known.movers).toEqual(["p1", "p2"]);
    expect(known.offers).toEqual([]);
    expect(known.since).toBe(9);
  });

  test("an event that comes twice counts once", () => {
    const chat = event({ type: "chat", user: "u", name: "Ann", room: "players", text: "hello" });
    expect(played(chat, chat).chat).toHaveLength(1);
  });

  test("numbers may be missing", () => {
    const first = move(1, "a", "p1");
    seq += 3;
    expect(played(first, move(2, "b", "p2")).moves).toEqual(["a", "b"]);
  });

  test("a takeback keeps the moves before it and their players", () => {
    const known = played(
      move(1, "a", "p1"),
      move(2, "b", "p2"),
      move(3, "c", "p1"),
      event({ type: "takeback", ply: 1, clocks: { p1: 1, p2: 2 } }, 77),
    );
    expect(known).toMatchObject({ moves: ["a"], movers: ["p1"], clocks: { p1: 1, p2: 2 }, since: 77 });
  });

  test("offers stand until they are declined, each kind for itself", () => {
    const known = played(
      event({ type: "offer", offer: "draw", by: "p1" }),
      event({ type: "offer", offer: "takeback", by: "p2" }),
      event({ type: "decline", offer: "draw", by: "p2" }),
    );
    expect(known.offers).toEqual([{ offer: "takeback", by: "p2" }]);
  });

  test("a pause moves the start of the turn", () => {
    const known = played(move(1, "a", "p1", 1_000), event({ type: "paused", milliseconds: 500 }, 3_000));
    expect(known.since).toBe(1_500);
  });

  test("the end stops the clocks and has a reason", () => {
    const known = played(
      move(1, "a", "p1"),
      event({ type: "end", winner: "p2", reason: "resignation", clocks: { p1: 3, p2: 4 } }),
    );
    expect(known.end).toMatchObject({ winner: "p2", reason: "resignation" });
    expect(known.clocks).toEqual({ p1: 3, p2: 4 });
    expect(timing(known, { clock: { kind: "fischer", base: 60, increment: 0 } }, "p1")?.running).toBeNull();
  });
});

describe("whose clock runs", () => {
  const live = { clock: { kind: "fischer", base: 60, increment: 0 } } as const;
  const slow = { clock: { kind: "days", days: 2 } } as const;
  const known = played(move(1, "a", "p1"));

  test("in real time, none before the first move of a player", () => {
    expect(timing(known, live, "p2")?.running).toBeNull();
    expect(timing(known, live, "p1")?.running).toBe("p1");
  });
  test("with days from the beginning", () => {
    expect(timing(known, slow, "p2")?.running).toBe("p2");
  });
  test("without a clock none", () => {
    expect(timing({ ...known, clocks: null }, { clock: { kind: "none" } }, "p2")).toBeNull();
  });
});

describe("the word of the server", () => {
  const state = (known: TableState, more: Partial<GameState>): GameState => ({
    id: "x",
    game: "siam",
    variants: [],
    start: null,
    clock: { kind: "fischer", base: 60, increment: 0 },
    rated: false,
    speed: "bullet",
    players: { p1: { kind: "computer", level: 1 }, p2: { kind: "computer", level: 1 } },
    you: null,
    deal: null,
    created: 0,
    stage: "playing",
    start_position: "",
    position: "",
    moves: known.moves,
    ply: known.moves.length,
    turn: "p1",
    legal: [],
    clocks: known.clocks,
    deadline: null,
    offers: [],
    end: null,
    rematch: null,
    rematch_of: null,
    new_ratings: null,
    presence: { p1: true, p2: false, watchers: 3 },
    now: 0,
    seq: known.seq,
    events: [],
    older_chat: null,
    ...more,
  });

  test("what was missed is taken in, in its order", () => {
    const before = played(move(1, "a", "p1"));
    const [second, third] = [move(2, "b", "p2"), move(3, "c", "p1")];
    const chat = event({ type: "chat", user: "u", name: "", room: "players", text: "hello" });
    const after = resync(
      before,
      state(before, { moves: ["a", "b", "c"], seq: chat.seq, events: [second, third, chat] }),
    );
    expect(after.movers).toEqual(["p1", "p2", "p1"]);
    expect(after.chat.map(({ text }) => text)).toEqual(["hello"]);
    expect(after.presence.watchers).toBe(3);
  });

  test("messages that were left out come by page, each once", () => {
    const say = (text: string) => event({ type: "chat", user: "u", name: "", room: "players", text });
    const [one, two, three, four, five] = [say("1"), say("2"), say("3"), say("4"), say("5")] as const;
    const texts = (known: TableState) => known.chat.map(({ text }) => text);
    const first = resync(
      EMPTY_STATE,
      state(EMPTY_STATE, { seq: three.seq, events: [three], older_chat: three.seq }),
    );
    expect([texts(first), first.olderChat]).toEqual([["3"], three.seq]);
    const second = withOlderChat(first, { chat: [two, three], next: two.seq });
    expect([texts(second), second.olderChat]).toEqual([["2", "3"], two.seq]);
    // A short break: nothing is missing, and what is known stays.
    const again = resync(second, state(second, { seq: four.seq, events: [four] }));
    expect([texts(again), again.olderChat]).toEqual([["2", "3", "4"], two.seq]);
    const all = withOlderChat(again, { chat: [one], next: null });
    expect([texts(all), all.olderChat]).toEqual([["1", "2", "3", "4"], null]);
    // A long one: between what is known and the latest something is missing.
    const late = resync(all, state(all, { seq: five.seq + 9, events: [five], older_chat: five.seq }));
    expect([texts(late), late.olderChat]).toEqual([["5"], five.seq]);
  });

  test("clocks that were read a moment ago go on from there", () => {
    const before = played(move(1, "a", "p1"), move(2, "b", "p2"));
    const after = resync(
      before,
      state(before, { now: 5_000, deadline: 25_000, clocks: { p1: 20_000, p2: 60_000 } }),
    );
    expect(after.since).toBe(5_000);
  });

  test("a clock that stands still until later does not run before", () => {
    const before = played(move(1, "a", "p1"), move(2, "b", "p2"));
    const holiday = { now: 5_000, deadline: 125_000, clocks: { p1: 20_000, p2: 60_000 } };
    expect(resync(before, state(before, holiday)).since).toBe(105_000);
  });

  test("before the first move the deadline is another matter", () => {
    const waiting = { moves: [], now: 5_000, deadline: 65_000, clocks: { p1: 20_000, p2: 20_000 } };
    expect(resync(EMPTY_STATE, state(EMPTY_STATE, waiting)).since).toBe(5_000);
  });
});

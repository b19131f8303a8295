import { describe, expect, test } from "vitest";
import { fold, resync, EMPTY_STATE, timing, withOlderChat, type ClientGameState } from "./fold";
import type { GameView, LoggedEventView } from "./schema";
import type { Event } from "./schema";

let seq = 0;
const event = (what: Event, at = 0): LoggedEventView => ({ seq: ++seq, at, ...what });
const move = (ply: number, text: string, by: "p1" | "p2", at = 0): LoggedEventView =>
  event({ type: "move", ply, move: text, by, clocks: { p1: 60_000, p2: 60_000 } }, at);

const played = (...events: LoggedEventView[]): ClientGameState => events.reduce(fold, EMPTY_STATE);

describe("fold", () => {
  test("a move is appended and clears the offers", () => {
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

  test("a repeated event is ignored", () => {
    const chat = event({ type: "chat", user: "u", name: "Ann", room: "players", text: "hello" });
    expect(played(chat, chat).chat).toHaveLength(1);
  });

  test("sequence numbers may have gaps", () => {
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

  test("declining an offer leaves other offers open", () => {
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

  test("the end stops the clocks and records its reason", () => {
    const known = played(
      move(1, "a", "p1"),
      event({ type: "end", winner: "p2", reason: "resignation", clocks: { p1: 3, p2: 4 } }),
    );
    expect(known.end).toMatchObject({ winner: "p2", reason: "resignation" });
    expect(known.clocks).toEqual({ p1: 3, p2: 4 });
    expect(timing(known, { clock: { kind: "fischer", base: 60, increment: 0 } }, "p1")?.running).toBeNull();
  });
});

describe("timing", () => {
  const live = { clock: { kind: "fischer", base: 60, increment: 0 } } as const;
  const slow = { clock: { kind: "days", days: 2 } } as const;
  const known = played(move(1, "a", "p1"));

  test("real-time clocks do not run before a player's first move", () => {
    expect(timing(known, live, "p2")?.running).toBeNull();
    expect(timing(known, live, "p1")?.running).toBe("p1");
  });
  test("correspondence clocks run from the start", () => {
    expect(timing(known, slow, "p2")?.running).toBe("p2");
  });
  test("games without a clock have no timing", () => {
    expect(timing({ ...known, clocks: null }, { clock: { kind: "none" } }, "p2")).toBeNull();
  });
});

describe("resync", () => {
  const state = (known: ClientGameState, more: Partial<GameView>): GameView => ({
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
    imported: false,
    imported_by: null,
    ...more,
  });

  test("missed events are applied in order", () => {
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

  test("earlier chat messages are loaded by page without duplicates", () => {
    const chat = (text: string) => event({ type: "chat", user: "u", name: "", room: "players", text });
    const [one, two, three, four, five] = [chat("1"), chat("2"), chat("3"), chat("4"), chat("5")] as const;
    const texts = (known: ClientGameState) => known.chat.map(({ text }) => text);
    const first = resync(
      EMPTY_STATE,
      state(EMPTY_STATE, { seq: three.seq, events: [three], older_chat: three.seq }),
    );
    expect([texts(first), first.olderChat]).toEqual([["3"], three.seq]);
    const second = withOlderChat(first, { chat: [two, three], next: two.seq });
    expect([texts(second), second.olderChat]).toEqual([["2", "3"], two.seq]);
    // After a short disconnection there is no gap: loaded messages stay.
    const again = resync(second, state(second, { seq: four.seq, events: [four] }));
    expect([texts(again), again.olderChat]).toEqual([["2", "3", "4"], two.seq]);
    const all = withOlderChat(again, { chat: [one], next: null });
    expect([texts(all), all.olderChat]).toEqual([["1", "2", "3", "4"], null]);
    // After a long one there is a gap: only the latest messages stay.
    const late = resync(all, state(all, { seq: five.seq + 9, events: [five], older_chat: five.seq }));
    expect([texts(late), late.olderChat]).toEqual([["5"], five.seq]);
  });

  test("running clocks continue from the time they were read", () => {
    const before = played(move(1, "a", "p1"), move(2, "b", "p2"));
    const after = resync(
      before,
      state(before, { now: 5_000, deadline: 25_000, clocks: { p1: 20_000, p2: 60_000 } }),
    );
    expect(after.since).toBe(5_000);
  });

  test("a paused clock does not run before its resumption", () => {
    const before = played(move(1, "a", "p1"), move(2, "b", "p2"));
    const paused = { now: 5_000, deadline: 125_000, clocks: { p1: 20_000, p2: 60_000 } };
    expect(resync(before, state(before, paused)).since).toBe(105_000);
  });

  test("the deadline of the first move does not affect the clocks", () => {
    const waiting = { moves: [], now: 5_000, deadline: 65_000, clocks: { p1: 20_000, p2: 20_000 } };
    expect(resync(EMPTY_STATE, state(EMPTY_STATE, waiting)).since).toBe(5_000);
  });
});

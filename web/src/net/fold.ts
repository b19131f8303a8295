/** What an event does to a game on the screen. The rules library says what the position is; here only what was said. */
import type { Seat } from "../rules/types";
import type { Chat, ChatPage, Clocks, Deal, End, GameEvent, GameState, Offered, Presence } from "./wire";
import type { Timing } from "./clocks";

export interface Spoken extends Chat {
  readonly seq: number;
  readonly at: number;
}

/** A game as it is known here. */
export interface Known {
  readonly seq: number;
  readonly moves: readonly string[];
  /** Who made which move: turns need not alternate. */
  readonly movers: readonly Seat[];
  readonly clocks: Clocks | null;
  /** Since when the player to move thinks, by the server's time. */
  readonly since: number;
  readonly offers: readonly Offered[];
  readonly end: End | null;
  readonly rematch: string | null;
  readonly deal: Deal | null;
  readonly presence: Presence;
  readonly chat: readonly Spoken[];
  /** Where the page of earlier messages begins; nothing if all are here. */
  readonly olderChat: number | null;
}

export const NOTHING: Known = {
  seq: 0,
  moves: [],
  movers: [],
  clocks: null,
  since: 0,
  offers: [],
  end: null,
  rematch: null,
  deal: null,
  presence: { p1: false, p2: false, watchers: 0 },
  chat: [],
  olderChat: null,
};

/** The game after an event. One that is known already changes nothing: it came by two ways. */
export function fold(known: Known, event: GameEvent): Known {
  if (event.seq <= known.seq) return known;
  const next = { ...known, seq: event.seq };
  switch (event.type) {
    case "move": {
      const before = event.ply - 1;
      return {
        ...next,
        moves: [...known.moves.slice(0, before), event.move],
        movers: [...known.movers.slice(0, before), event.by],
        clocks: event.clocks,
        since: event.at,
        offers: [],
      };
    }
    case "takeback":
      return {
        ...next,
        moves: known.moves.slice(0, event.ply),
        movers: known.movers.slice(0, event.ply),
        clocks: event.clocks,
        since: event.at,
        offers: [],
      };
    case "offer":
      return { ...next, offers: [...known.offers, { offer: event.offer, by: event.by }] };
    case "decline":
      return { ...next, offers: known.offers.filter(({ offer }) => offer !== event.offer) };
    case "time_added":
      return { ...next, clocks: event.clocks, since: event.at };
    case "paused":
      return { ...next, since: known.since + event.milliseconds };
    case "chat":
      return { ...next, chat: [...known.chat, event] };
    case "end":
      return {
        ...next,
        end: { winner: event.winner, reason: event.reason, clocks: event.clocks },
        clocks: event.clocks,
        offers: [],
      };
    case "rematch":
      return { ...next, rematch: event.game, offers: [] };
  }
}

/** The game after the server said how it stands: what was missed is taken in, and the server is right in the rest. */
export function greet(known: Known, state: GameState): Known {
  const caught = state.events.reduce(fold, known);
  const turn = state.turn;
  const clocks = state.clocks;
  const movers = caught.movers.slice(0, state.moves.length);
  // The clocks were read at `now`; one that stands still until later says so by its deadline.
  const isRunning = turn !== null && runs(state, movers, turn);
  const since =
    isRunning && clocks !== null && state.deadline !== null ? state.deadline - clocks[turn] : state.now;
  return {
    seq: state.seq,
    moves: state.moves,
    movers,
    clocks,
    since,
    offers: state.offers,
    end: state.end,
    rematch: state.rematch,
    deal: state.deal,
    presence: state.presence,
    // If too much was said meanwhile, there is a gap: what is known from before comes again by page.
    chat: state.older_chat === null ? caught.chat : spoken(state.events),
    olderChat: state.older_chat ?? known.olderChat,
  };
}

const spoken = (events: readonly GameEvent[]): Spoken[] => events.filter((event) => event.type === "chat");

/** The game with a page of earlier messages. */
export function withOlderChat(known: Known, page: ChatPage): Known {
  const there = new Set(known.chat.map(({ seq }) => seq));
  const older = spoken(page.chat).filter(({ seq }) => !there.has(seq));
  const chat = [...older, ...known.chat].sort((a, b) => a.seq - b.seq);
  return { ...known, chat, olderChat: page.next };
}

/** In a game with minutes nobody's clock runs before their first move. */
function runs(agreed: Pick<GameState, "clock">, movers: readonly Seat[], turn: Seat): boolean {
  if (agreed.clock.kind === "none") return false;
  return agreed.clock.kind === "days" || movers.includes(turn);
}

/** The clocks as they run, if there are any. */
export function timing(known: Known, agreed: Pick<GameState, "clock">, turn: Seat | null): Timing | null {
  if (known.clocks === null) return null;
  const isRunning = known.end === null && turn !== null && runs(agreed, known.movers, turn);
  return { clocks: known.clocks, since: known.since, running: isRunning ? turn : null };
}

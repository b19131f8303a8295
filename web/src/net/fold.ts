/** The reducer of game events. Positions come from the rules library. */
import type { Seat } from "../rules/types";
import type {
  ChatPageView,
  Clocks,
  DealView,
  End,
  GameView,
  LoggedEventView,
  OfferView,
  PresenceView,
} from "./schema";
import type { Timing } from "./clocks";

export type ChatMessage = Extract<LoggedEventView, { type: "chat" }>;

/** The state of a game on the client. */
export interface ClientGameState {
  readonly seq: number;
  readonly moves: readonly string[];
  /** The player of each move; turns need not alternate. */
  readonly movers: readonly Seat[];
  readonly clocks: Clocks | null;
  /** The server time when the current turn started. */
  readonly since: number;
  readonly offers: readonly OfferView[];
  readonly end: End | null;
  readonly rematch: string | null;
  readonly deal: DealView | null;
  readonly presence: PresenceView;
  readonly chat: readonly ChatMessage[];
  /** The cursor for earlier chat messages; null if all are loaded. */
  readonly olderChat: number | null;
}

export const EMPTY_STATE: ClientGameState = {
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

/** The state after an event. Events that were applied already are ignored. */
export function fold(known: ClientGameState, event: LoggedEventView): ClientGameState {
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

/** The state after a full message of the server: missed events are applied, the rest is taken from the server. */
export function resync(known: ClientGameState, state: GameView): ClientGameState {
  const caughtUp = state.events.reduce(fold, known);
  const turn = state.turn;
  const clocks = state.clocks;
  const movers = caughtUp.movers.slice(0, state.moves.length);
  // The clocks were read at `now`; a paused clock is recognised by its deadline.
  const isRunning = turn !== null && isClockRunning(state, movers, turn);
  const since =
    isRunning && clocks !== null && state.deadline !== null ? state.deadline - clocks[turn] : state.now;
  return {
    seq: state.seq,
    moves: isEqual(known.moves, state.moves) ? known.moves : state.moves,
    movers,
    clocks,
    since,
    offers: state.offers,
    end: state.end,
    rematch: state.rematch,
    deal: state.deal,
    presence: state.presence,
    // After a gap in the chat, earlier messages are loaded by page again.
    chat: state.older_chat === null ? caughtUp.chat : chatMessages(state.events),
    olderChat: state.older_chat ?? known.olderChat,
  };
}

const isEqual = (known: readonly string[], moves: readonly string[]): boolean =>
  known.length === moves.length && known.every((move, index) => move === moves[index]);

const chatMessages = (events: readonly LoggedEventView[]): ChatMessage[] =>
  events.filter((event) => event.type === "chat");

/** The state with a page of earlier messages. */
export function withOlderChat(known: ClientGameState, page: ChatPageView): ClientGameState {
  const there = new Set(known.chat.map(({ seq }) => seq));
  const older = chatMessages(page.chat).filter(({ seq }) => !there.has(seq));
  const chat = [...older, ...known.chat].sort((a, b) => a.seq - b.seq);
  return { ...known, chat, olderChat: page.next };
}

/** In real-time games a clock does not run before the player's first move. */
function isClockRunning(agreed: Pick<GameView, "clock">, movers: readonly Seat[], turn: Seat): boolean {
  if (agreed.clock.kind === "none") return false;
  return agreed.clock.kind === "days" || movers.includes(turn);
}

/** The running clocks, if the game has clocks. */
export function timing(
  known: ClientGameState,
  agreed: Pick<GameView, "clock">,
  turn: Seat | null,
): Timing | null {
  if (known.clocks === null) return null;
  const isRunning = known.end === null && turn !== null && isClockRunning(agreed, known.movers, turn);
  return { clocks: known.clocks, since: known.since, running: isRunning ? turn : null };
}

/** The messages of the server. Its OpenAPI document describes every field. */
import type { Seat } from "../rules/types";

export type UserKind = "guest" | "account" | "bot" | "deleted";
export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
export type OfferKind = "draw" | "takeback" | "rematch" | "same_deal";
export type ChatRoom = "players" | "watchers";

export interface UserRef {
  readonly id: string;
  readonly name: string | null;
  readonly kind: UserKind;
}

export type SeatView =
  | { readonly kind: "user"; readonly user: UserRef; readonly rating: number | null }
  | { readonly kind: "computer"; readonly level: number }
  | { readonly kind: "named"; readonly name: string | null };

export interface Seats {
  readonly p1: SeatView;
  readonly p2: SeatView;
}

export type ClockKind =
  | { readonly kind: "none" }
  | { readonly kind: "fischer"; readonly base: number; readonly increment: number }
  | { readonly kind: "days"; readonly days: number };

/** The remaining time of both players in milliseconds. */
export interface Clocks {
  readonly p1: number;
  readonly p2: number;
}

export interface Agreed {
  readonly game: string;
  readonly variants: readonly string[];
  readonly start: string | null;
  readonly clock: ClockKind;
  readonly rated: boolean;
}

export interface End {
  readonly winner: Seat | null;
  readonly reason: string;
  readonly clocks: Clocks | null;
}

export interface Deal {
  readonly commitment: string;
  readonly seed: string | null;
  readonly salt: string | null;
}

export interface Offered {
  readonly offer: OfferKind;
  readonly by: Seat;
}

export interface Presence {
  readonly p1: boolean;
  readonly p2: boolean;
  readonly watchers: number;
}

export interface Chat {
  readonly type: "chat";
  readonly user: string;
  readonly name: string;
  readonly room: ChatRoom;
  readonly text: string;
}

export type GameEventBody =
  | {
      readonly type: "move";
      readonly ply: number;
      readonly move: string;
      readonly by: Seat;
      readonly clocks: Clocks | null;
    }
  | { readonly type: "offer"; readonly offer: OfferKind; readonly by: Seat }
  | { readonly type: "decline"; readonly offer: OfferKind; readonly by: Seat }
  | { readonly type: "takeback"; readonly ply: number; readonly clocks: Clocks | null }
  | {
      readonly type: "time_added";
      readonly by: Seat;
      readonly milliseconds: number;
      readonly clocks: Clocks;
    }
  | { readonly type: "paused"; readonly milliseconds: number }
  | Chat
  | ({ readonly type: "end" } & End)
  | { readonly type: "rematch"; readonly game: string };

/** An event of a game with its sequence number and time. */
export type GameEvent = { readonly seq: number; readonly at: number } & GameEventBody;

/** The ratings after a game. */
export type NewRatings = Readonly<Record<Seat, number>>;

export interface GameState extends Agreed {
  readonly id: string;
  readonly speed: Speed;
  readonly players: Seats;
  readonly you: Seat | null;
  readonly deal: Deal | null;
  readonly created: number;
  readonly stage: "playing" | "finished" | "aborted";
  readonly start_position: string;
  readonly position: string;
  readonly moves: readonly string[];
  readonly ply: number;
  readonly turn: Seat | null;
  readonly legal: readonly string[];
  readonly clocks: Clocks | null;
  readonly deadline: number | null;
  readonly offers: readonly Offered[];
  readonly end: End | null;
  readonly new_ratings: NewRatings | null;
  readonly rematch: string | null;
  readonly rematch_of: string | null;
  readonly presence: Presence;
  readonly now: number;
  readonly seq: number;
  readonly events: readonly GameEvent[];
  /** The cursor for earlier chat messages; null if all requested ones are among the events. */
  readonly older_chat: number | null;
}

/** A page of chat messages, oldest first. */
export interface ChatPage {
  readonly chat: readonly GameEvent[];
  /** The cursor of the page before. */
  readonly next: number | null;
}

/** The messages on the socket of a game. */
export type GameMessage =
  | { readonly type: "hello"; readonly game: GameState }
  | ({ readonly type: "presence" } & Presence)
  | ({ readonly type: "deal" } & Deal)
  | { readonly type: "ack"; readonly ref: number | null; readonly seq: number }
  | { readonly type: "refused"; readonly ref: number | null; readonly code: string; readonly title: string }
  | { readonly type: "pong"; readonly ref: number | null; readonly now: number }
  | { readonly type: "closing"; readonly reason: string }
  | GameEvent;

export type ChallengeKind = "open" | "link" | "user";
export type SideChoice = "first" | "second" | "random";

export interface Challenge extends Agreed {
  readonly id: string;
  readonly kind: ChallengeKind;
  readonly from: UserRef;
  readonly to: UserRef | null;
  readonly speed: Speed;
  readonly side: SideChoice;
  readonly commitment: string | null;
  readonly created: number;
  readonly expires: number;
  readonly state: "waiting" | "accepted" | "declined" | "cancelled" | "expired";
  readonly game_id: string | null;
  readonly url: string;
}

/** A game in the list of a player's ongoing games. */
export interface OngoingGame {
  readonly gameId: string;
  readonly game: string;
  readonly variants: readonly string[];
  readonly side: Seat;
  readonly opponent: SeatView;
  readonly rated: boolean;
  readonly speed: Speed;
  readonly clock: ClockKind;
  readonly isMyTurn: boolean;
  readonly ply: number;
  readonly status: string;
  readonly winner: Seat | null;
  readonly deadline: number | null;
  readonly createdAt: number;
}

/** The messages on the socket of the lobby. */
export type LobbyMessage =
  | { readonly type: "gameStart" | "gameFinish"; readonly game: OngoingGame }
  | { readonly type: "yourTurn"; readonly gameId: string }
  | {
      readonly type: "challenge" | "challengeAccepted" | "challengeDeclined" | "challengeCanceled";
      readonly challenge: Challenge;
    }
  | { readonly type: "lobbyAdd"; readonly challenge: Challenge }
  | { readonly type: "lobbyRemove"; readonly id: string }
  | { readonly type: "liveStart" | "liveFinish"; readonly gameId: string }
  | { readonly type: "closing"; readonly reason: string };

export interface Listed {
  readonly id: string;
  readonly game: string;
  readonly variants: readonly string[];
  readonly clock: ClockKind;
  readonly speed: Speed;
  readonly rated: boolean;
  /** Imported from a file; the player names are those of the file and not users. */
  readonly imported: boolean;
  readonly imported_by: UserRef | null;
  readonly players: Seats;
  readonly status: "playing" | "finished" | "aborted";
  readonly winner: Seat | null;
  readonly reason: string;
  readonly ply: number;
  readonly created: number;
  readonly finished: number | null;
}

export interface GameList {
  readonly games: readonly Listed[];
  readonly next: string | null;
}

export interface Vacation {
  readonly until: number | null;
  readonly days_left: number;
}

export interface Account {
  readonly id: string | null;
  readonly name: string | null;
  readonly kind: UserKind;
  readonly created: number | null;
  readonly vacation: Vacation;
}

export interface Rating {
  readonly game: string;
  readonly speed: Speed;
  readonly rating: number;
  readonly deviation: number;
  readonly provisional: boolean;
  readonly games: number;
  readonly updated: number;
}

export interface RatingPoint {
  readonly game: string;
  readonly speed: Speed;
  readonly at: number;
  readonly game_id: string;
  readonly rating: number;
  readonly deviation: number;
}

export interface Player {
  readonly user: UserRef;
  readonly created: number;
  readonly ratings: readonly Rating[];
  readonly games: {
    readonly finished: number;
    readonly wins: number;
    readonly losses: number;
    readonly draws: number;
    readonly playing: number;
  };
  readonly opponents: readonly {
    readonly opponent: SeatView;
    readonly wins: number;
    readonly losses: number;
    readonly draws: number;
  }[];
}

export const SCOPES = ["challenge:read", "challenge:write", "board:play", "bot:play"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Token {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly created: number;
  readonly used: number | null;
}

/** A node of a conditional move plan. */
export interface Branch {
  readonly if: readonly string[];
  readonly then: readonly string[];
  readonly next?: readonly Branch[];
}

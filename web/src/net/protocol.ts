/**
 * Aliases for the message types of the server. The types are generated from its schema: `npm run schema` writes
 * `schema.ts` from `crates/server/schema.json`.
 */
import type * as schema from "./schema";

export type {
  Audience,
  Branch,
  ChatPage,
  Clocks,
  End,
  GameList,
  Scope,
  Speed,
  UserKind,
  Vacation,
} from "./schema";
export type Account = schema.Me;
export type Challenge = schema.ChallengeView;
export type ChallengeRequest = schema.ChallengeBody;
export type ClockKind = schema.Clock;
export type Deal = schema.DealView;
export type GameAnalysis = schema.AnalysisView;
export type GameEvent = schema.LoggedView;
export type GameEventBody = schema.Event;
export type GameState = schema.GameView;
export type Listed = schema.ListedGameView;
export type NewRatings = schema.NewRatingsView;
export type Offered = schema.OfferView;
export type OfferKind = schema.Offer;
export type OngoingGame = schema.GameSummaryView;
export type Opponent = schema.OpponentBody;
export type Player = schema.PlayerView;
export type Presence = schema.PresenceView;
export type Rating = schema.RatingView;
export type RatingPoint = schema.PointView;
export type SideChoice = schema.Side;
export type TablebaseEntry = schema.TablebaseView;
export type TablebaseValue = schema.TablebaseValueView;
export type Token = schema.TokenView;

export type SeatView = schema.SeatView;
export type UserRef = schema.UserView;

/** A message from the page on the socket of a game. */
export type ClientMessage = schema.ClientFrame;
/** A message on the socket of a game. */
export type GameMessage = schema.ServerMessage;
/** A message on the socket of the lobby. */
export type LobbyMessage =
  schema.LobbyEvent | schema.UserEvent | Extract<schema.ServerMessage, { type: "closing" }>;

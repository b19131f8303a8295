/** The requests of the pages. Errors are thrown as `ApiError` with a message in the user's language. */
import type { Audience, Branch, ChallengeBody, Offer, Scope, Speed } from "./schema";
import { request, requestText, type Input } from "./request";

export { ApiError, errorMessage } from "./request";

export type Search = NonNullable<Input<"get", "/api/games/search">["query"]>;

type Action = "resign" | "abort" | "add-time" | "claim-time";

/** A number after that of every event: the game is wanted without them. */
const NO_EVENTS = 1_000_000_000;

export const api = {
  account: () => request("get", "/api/account"),
  signUp: (name: string, password: string) => request("post", "/api/account", { body: { name, password } }),
  logIn: (name: string, password: string) => request("post", "/api/login", { body: { name, password } }),
  logOut: () => request("post", "/api/logout"),
  changePassword: (old: string, fresh: string) =>
    request("post", "/api/account/password", { body: { old, new: fresh } }),
  resetPassword: (name: string, code: string, password: string) =>
    request("post", "/api/account/reset", { body: { name, code, password } }),
  deleteAccount: (password: string) => request("post", "/api/account/delete", { body: { password } }),
  startVacation: (days: number) => request("post", "/api/account/vacation", { body: { days } }),
  endVacation: () => request("delete", "/api/account/vacation"),
  tokens: () => request("get", "/api/account/tokens"),
  createToken: (label: string, scopes: readonly Scope[]) =>
    request("post", "/api/account/tokens", { body: { label, scopes } }),
  deleteToken: (id: string) => request("delete", "/api/account/tokens/{id}", { path: { id } }),
  playing: async () => (await request("get", "/api/account/playing")).nowPlaying,

  challenge: (body: ChallengeBody) => request("post", "/api/challenge", { body }),
  getChallenge: (id: string) => request("get", "/api/challenge/{id}", { path: { id } }),
  acceptChallenge: async (id: string) =>
    (await request("post", "/api/challenge/{id}/accept", { path: { id } })).game,
  declineChallenge: (id: string) => request("post", "/api/challenge/{id}/decline", { path: { id } }),
  cancelChallenge: (id: string) => request("delete", "/api/challenge/{id}", { path: { id } }),

  live: (limit = 30) => request("get", "/api/games/live", { query: { limit } }),
  search: (query: Search) => request("get", "/api/games/search", { query }),
  player: (name: string) => request("get", "/api/player/{name}", { path: { name } }),
  ratingHistory: async (name: string, game: string, speed: Speed) =>
    (await request("get", "/api/player/{name}/rating-history", { path: { name }, query: { game, speed } }))
      .points,

  getGame: (id: string) => request("get", "/api/game/{id}", { path: { id }, query: { since: NO_EVENTS } }),
  act: (id: string, action: Action) => request("post", `/api/game/{id}/${action}`, { path: { id } }),
  offer: (id: string, offer: Offer) =>
    request("post", "/api/game/{id}/offer", { path: { id }, body: { offer } }),
  decline: (id: string, offer: Offer) =>
    request("post", "/api/game/{id}/decline", { path: { id }, body: { offer } }),
  olderChat: (id: string, before: number) =>
    request("get", "/api/game/{id}/chat", { path: { id }, query: { before } }),
  chat: (id: string, audience: Audience, text: string) =>
    request("post", "/api/game/{id}/chat", { path: { id }, body: { room: audience, text } }),
  report: (id: string, seq: number, why: string) =>
    request("post", "/api/game/{id}/report", { path: { id }, body: { seq, why } }),
  conditionalMoves: async (id: string) =>
    (await request("get", "/api/game/{id}/plan", { path: { id } })).plan,
  setConditionalMoves: async (id: string, plan: readonly Branch[]) =>
    (await request("put", "/api/game/{id}/plan", { path: { id }, body: { plan } })).plan,
  muted: async () => (await request("get", "/api/mute")).muted,
  mute: (user: string) => request("put", "/api/mute/{user}", { path: { user } }),
  unmute: (user: string) => request("delete", "/api/mute/{user}", { path: { user } }),
  tablebase: (game: string, variants: readonly string[], position: string) =>
    request("get", "/api/tablebase", { query: { game, variants: variants.join(","), position } }),
  explorer: (
    game: string,
    variants: readonly string[],
    position: string,
    sources: string,
    min_rating: number,
  ) =>
    request("get", "/api/explorer", {
      query: { game, variants: variants.join(","), position, sources, min_rating },
    }),
  book: (game: string) => request("get", "/api/book", { query: { game } }),
  analysis: (id: string) => request("get", "/api/game/{id}/analysis", { path: { id } }),
  analysePosition: (body: Input<"post", "/api/analysis">["body"]) =>
    request("post", "/api/analysis", { body }),
  studies: async () => (await request("get", "/api/study")).studies,
  study: (id: string) => request("get", "/api/study/{id}", { path: { id } }),
  addStudy: (body: Input<"post", "/api/study">["body"]) => request("post", "/api/study", { body }),
  changeStudy: (id: string, body: Input<"put", "/api/study/{id}">["body"]) =>
    request("put", "/api/study/{id}", { path: { id }, body }),
  deleteStudy: (id: string) => request("delete", "/api/study/{id}", { path: { id } }),
  puzzleOfDay: () => request("get", "/api/puzzle/daily"),
  puzzles: (game: string) => request("get", "/api/puzzle/list", { query: { game } }),
  practice: (game: string) => request("get", "/api/puzzle/practice", { query: { game } }),
  attemptPuzzle: (id: string, moves: readonly string[], give_up: boolean) =>
    request("post", "/api/puzzle/{id}/attempt", { path: { id }, body: { moves, give_up } }),
  puzzleProgress: (game: string) => request("get", "/api/puzzle/progress", { query: { game } }),
  addPuzzleProgress: (attempts: readonly { id: string; solved: boolean; at: number }[]) =>
    request("post", "/api/puzzle/progress", { body: { attempts } }),
  pgn: (id: string) => requestText("/api/game/{id}/export", { path: { id } }),
};

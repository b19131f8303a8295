/** The HTTP client of the server. Errors are thrown as `ApiError` with a message in the user's language. */
import { i18n } from "../i18n/index.svelte";
import { online } from "../i18n/online/index.svelte";
import type { TablebaseEntry } from "../tablebase/value";
import type {
  Account,
  Branch,
  OngoingGame,
  Challenge,
  ChatPage,
  ChatRoom,
  ClockKind,
  GameList,
  GameState,
  OfferKind,
  Player,
  RatingPoint,
  Scope,
  SideChoice,
  Token,
  UserRef,
  Vacation,
} from "./wire";

/** A refused request, or an unreachable server. */
export class ApiError extends Error {
  /** The server's error code; `offline` if there was no response. */
  readonly code: string;
  readonly status: number;
  /** Seconds to wait before the next attempt. */
  readonly wait: number | undefined;

  constructor(code: string, status: number, words: string, wait?: number) {
    super(words);
    this.code = code;
    this.status = status;
    this.wait = wait;
  }
}

/** Adds a capital and a full stop to a message of the server. */
export function toSentence(text: string): string {
  const whole = text.trim();
  if (whole === "") return "";
  const first = whole.slice(0, 1).toLocaleUpperCase();
  return first + whole.slice(1) + (/[.?:…]$/.test(whole) ? "" : ".");
}

/** The message of an error. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : toSentence(String(error));

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function ask(method: Method, address: string, body?: unknown): Promise<Response> {
  // JSON bodies protect against forged forms: another site cannot send them.
  const headers: Record<string, string> = { accept: "application/json", "accept-language": i18n.lang };
  if (method !== "GET") headers["content-type"] = "application/json";
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(`/api${address}`, init);
  } catch {
    throw new ApiError("offline", 0, online.t.net.unreachable);
  }
  if (response.ok) return response;
  throw await problemOf(response);
}

async function problemOf(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get("retry-after")) || undefined;
  const body = (await response.json().catch(() => ({}))) as { code?: string; title?: string };
  const words = body.title === undefined ? online.t.net.broken(response.status) : toSentence(body.title);
  return new ApiError(body.code ?? "unknown", response.status, words, wait);
}

const get = async <T>(address: string): Promise<T> => (await ask("GET", address)).json() as Promise<T>;
const post = async <T>(address: string, body: unknown = {}): Promise<T> =>
  (await ask("POST", address, body)).json() as Promise<T>;
const send = async (method: Method, address: string, body?: unknown): Promise<void> => {
  await ask(method, address, body);
};

export type Opponent =
  | { readonly kind: "link" }
  | { readonly kind: "open" }
  | { readonly kind: "user"; readonly name: string }
  | { readonly kind: "computer"; readonly level: number };

export interface ChallengeRequest {
  readonly game: string;
  readonly variants: readonly string[];
  readonly side: SideChoice;
  readonly clock: ClockKind;
  readonly rated: boolean;
  readonly opponent: Opponent;
}

export interface Search {
  readonly player?: string;
  readonly opponent?: string;
  readonly game?: string;
  readonly source?: "played" | "imported";
  readonly result?: string;
  readonly since?: number;
  readonly until?: number;
  readonly before?: string;
  readonly limit?: number;
}

/** An address with its query parameters; undefined and empty ones are left out. */
export function withQuery(address: string, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  return query.size === 0 ? address : `${address}?${query}`;
}

const encode = encodeURIComponent;

export const api = {
  account: () => get<Account>("/account"),
  signUp: (name: string, password: string) => post<Account>("/account", { name, password }),
  logIn: (name: string, password: string) => post<Account>("/login", { name, password }),
  logOut: () => send("POST", "/logout", {}),
  changePassword: (old: string, fresh: string) => send("POST", "/account/password", { old, new: fresh }),
  resetPassword: (name: string, code: string, password: string) =>
    post<Account>("/account/reset", { name, code, password }),
  deleteAccount: (password: string) => send("POST", "/account/delete", { password }),
  startVacation: (days: number) => post<Vacation>("/account/vacation", { days }),
  endVacation: async () => (await ask("DELETE", "/account/vacation")).json() as Promise<Vacation>,
  tokens: () => get<Token[]>("/account/tokens"),
  makeToken: (label: string, scopes: readonly Scope[]) =>
    post<Token & { token: string }>("/account/tokens", { label, scopes }),
  deleteToken: (id: string) => send("DELETE", `/account/tokens/${encode(id)}`),
  playing: async () => (await get<{ nowPlaying: OngoingGame[] }>("/account/playing")).nowPlaying,

  challenge: (request: ChallengeRequest) =>
    post<{ challenge: Challenge | null; game: string | null }>("/challenge", request),
  seeChallenge: (id: string) => get<Challenge>(`/challenge/${encode(id)}`),
  acceptChallenge: async (id: string) =>
    (await post<{ game: string }>(`/challenge/${encode(id)}/accept`)).game,
  declineChallenge: (id: string) => send("POST", `/challenge/${encode(id)}/decline`, {}),
  cancelChallenge: (id: string) => send("DELETE", `/challenge/${encode(id)}`),
  lobby: async () => (await get<{ challenges: Challenge[] }>("/lobby")).challenges,

  live: (limit = 30) => get<GameList>(withQuery("/games/live", { limit })),
  search: (search: Search) => get<GameList>(withQuery("/games/search", { ...search })),
  player: (name: string) => get<Player>(`/player/${encode(name)}`),
  ratingHistory: async (name: string, game: string, speed: string) =>
    (
      await get<{ points: RatingPoint[] }>(
        withQuery(`/player/${encode(name)}/rating-history`, { game, speed }),
      )
    ).points,

  seeGame: (id: string) => get<GameState>(withQuery(`/game/${encode(id)}`, { since: 1_000_000_000 })),
  act: (id: string, what: "resign" | "abort" | "add-time" | "claim-time") =>
    send("POST", `/game/${encode(id)}/${what}`, {}),
  move: (id: string, ply: number, move: string) => send("POST", `/game/${encode(id)}/move`, { ply, move }),
  offer: (id: string, offer: OfferKind) => send("POST", `/game/${encode(id)}/offer`, { offer }),
  decline: (id: string, offer: OfferKind) => send("POST", `/game/${encode(id)}/decline`, { offer }),
  olderChat: (id: string, before: number) => get<ChatPage>(withQuery(`/game/${encode(id)}/chat`, { before })),
  chat: (id: string, room: ChatRoom, text: string) =>
    send("POST", `/game/${encode(id)}/chat`, { room, text }),
  report: (id: string, seq: number, why: string) => send("POST", `/game/${encode(id)}/report`, { seq, why }),
  plan: async (id: string) => (await get<{ plan: Branch[] }>(`/game/${encode(id)}/plan`)).plan,
  setPlan: async (id: string, plan: readonly Branch[]) =>
    (
      (await (await ask("PUT", `/game/${encode(id)}/plan`, { plan })).json()) as {
        plan: Branch[];
      }
    ).plan,
  muted: async () => (await get<{ muted: UserRef[] }>("/mute")).muted,
  mute: (user: string) => send("PUT", `/mute/${encode(user)}`, {}),
  unmute: (user: string) => send("DELETE", `/mute/${encode(user)}`),
  tablebase: (game: string, variants: readonly string[], position: string) =>
    get<TablebaseEntry>(withQuery("/truth", { game, variants: variants.join(","), position })),
  pgn: async (id: string) => (await ask("GET", `/game/${encode(id)}/export`)).text(),
};

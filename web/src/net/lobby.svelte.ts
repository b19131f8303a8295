/** The lobby and the user's own games and challenges, live: all pages share one connection. */
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { api } from "./api";
import { Connection } from "./connection.svelte";
import { me } from "./me.svelte";
import type {
  ChallengeView,
  GameSummaryView,
  ListedGameView,
  LobbyEvent,
  ServerMessage,
  UserEvent,
} from "./schema";

/** A message of the lobby's socket. */
export type LobbyMessage = LobbyEvent | UserEvent | Extract<ServerMessage, { type: "closing" }>;

/** Games start and end in bursts: the delay in milliseconds combines them into one request. */
const LIVE_REFRESH_DELAY = 1_000;

interface Subscriber {
  /** Called for each message after it has been applied. */
  readonly onMessage?: (message: LobbyMessage) => void;
  /** Whether the list of live games is needed. */
  readonly wantsLive?: boolean;
}

class Lobby {
  /** Open challenges of everybody. */
  readonly open = new SvelteMap<string, ChallengeView>();
  /** Challenges from or to the user. */
  readonly own = new SvelteMap<string, ChallengeView>();
  /** The user's ongoing games. */
  readonly games = new SvelteMap<string, GameSummaryView>();
  /** Games that started from the user's challenges since the page was opened. */
  readonly started = new SvelteSet<string>();
  live = $state.raw<readonly ListedGameView[]>([]);
  connection = $state.raw<Connection>();
  readonly #subscribers = new Set<Subscriber>();
  #identity: string | null = null;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;

  /** Subscribes; the returned function unsubscribes. The connection is open while there are subscribers. */
  subscribe(subscriber: Subscriber = {}): () => void {
    this.#subscribers.add(subscriber);
    if (this.connection) this.#refreshLive(0);
    else this.#connect();
    return () => {
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size === 0) this.#close();
    };
  }

  #connect(): void {
    this.#identity = me.id;
    this.connection = new Connection({
      url: () => "/api/socket",
      onOpen: () => this.#onOpen(),
      onMessage: (message) => this.#receive(message as LobbyMessage),
    });
  }

  #close(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    this.connection?.close();
    this.connection = undefined;
    this.#clear();
  }

  /** To be called after login and logout: the connection depends on the user. */
  identityChanged(): void {
    if (me.id === this.#identity) return;
    this.#identity = me.id;
    this.connection?.reconnect();
  }

  /** Updates the turn of a game, for pages that show its board. */
  setTurn(id: string, isMyTurn: boolean, ply: number): void {
    const game = this.games.get(id);
    if (game && (game.isMyTurn !== isMyTurn || game.ply !== ply))
      this.games.set(id, { ...game, isMyTurn, ply });
  }

  /** Reloads the turns: the user may have moved on another page. */
  async refreshTurns(): Promise<void> {
    const games = await api.playing().catch(() => []);
    for (const { gameId, isMyTurn, ply } of games) this.setTurn(gameId, isMyTurn, ply);
  }

  #clear(): void {
    this.open.clear();
    this.own.clear();
    this.games.clear();
  }

  /** The server sends the full state after each connection. */
  #onOpen(): void {
    this.#clear();
    this.#refreshLive(0);
  }

  #refreshLive(wait = LIVE_REFRESH_DELAY): void {
    if (![...this.#subscribers].some(({ wantsLive }) => wantsLive)) return;
    this.#refreshTimer ??= setTimeout(async () => {
      this.#refreshTimer = undefined;
      // If it fails, the list stays unchanged until the next message.
      const list = await api.live().catch(() => undefined);
      if (list) this.live = list.games;
    }, wait);
  }

  #receive(message: LobbyMessage): void {
    switch (message.type) {
      case "lobbyAdd":
        this.open.set(message.challenge.id, message.challenge);
        break;
      case "lobbyRemove":
        this.open.delete(message.id);
        break;
      case "challenge":
        this.own.set(message.challenge.id, message.challenge);
        break;
      case "challengeAccepted":
      case "challengeDeclined":
      case "challengeCanceled":
        this.own.delete(message.challenge.id);
        if (
          message.type === "challengeAccepted" &&
          message.challenge.from.id === me.id &&
          message.challenge.game_id
        )
          this.started.add(message.challenge.game_id);
        break;
      case "gameStart":
        this.games.set(message.game.gameId, message.game);
        break;
      case "gameFinish":
        this.games.delete(message.game.gameId);
        this.started.delete(message.game.gameId);
        break;
      case "yourTurn": {
        const game = this.games.get(message.gameId);
        if (game && !game.isMyTurn) this.setTurn(message.gameId, true, game.ply + 1);
        break;
      }
      case "liveStart":
      case "liveFinish":
        this.#refreshLive();
        break;
      case "closing":
        break;
    }
    for (const { onMessage } of this.#subscribers) onMessage?.(message);
  }
}

export const lobby = new Lobby();

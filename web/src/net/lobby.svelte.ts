/** The lobby and what concerns the visitor, as it comes. */
import { SvelteMap } from "svelte/reactivity";
import { api } from "./api";
import { Line } from "./line.svelte";
import { me } from "./me.svelte";
import type { Brief, Challenge, Listed, News } from "./wire";

/** Games begin and end in bursts: the list is asked for once for all of them. */
const BURST = 1_000;

export class Lobby {
  /** Open challenges of everybody. */
  readonly open = new SvelteMap<string, Challenge>();
  /** Challenges that the visitor made or got. */
  readonly own = new SvelteMap<string, Challenge>();
  /** The visitor's games that go on. */
  readonly games = new SvelteMap<string, Brief>();
  live = $state.raw<readonly Listed[]>([]);
  readonly line: Line;
  readonly #told: (news: News) => void;
  #asking: ReturnType<typeof setTimeout> | undefined;

  /** `told` hears everything that comes, after it is counted in. */
  constructor(told: (news: News) => void = () => {}) {
    this.#told = told;
    this.line = new Line({
      address: () => "/api/socket",
      opened: () => this.#begin(),
      heard: (message) => this.#hear(message as News),
    });
  }

  close(): void {
    clearTimeout(this.#asking);
    this.line.close();
  }

  /** To be called after a request that may have made the visitor a guest: only who is known is told their own news. */
  async beKnown(): Promise<void> {
    const before = me.id;
    await me.reload();
    if (me.id !== before) this.line.reopen();
  }

  /** Whoever connects is told everything anew. */
  #begin(): void {
    this.open.clear();
    this.own.clear();
    this.games.clear();
    this.#lookAtLive(0);
  }

  #lookAtLive(wait = BURST): void {
    this.#asking ??= setTimeout(async () => {
      this.#asking = undefined;
      // If it fails the list stays as it is until the next news.
      const list = await api.live().catch(() => undefined);
      if (list) this.live = list.games;
    }, wait);
  }

  #hear(news: News): void {
    switch (news.type) {
      case "lobbyAdd":
        this.open.set(news.challenge.id, news.challenge);
        break;
      case "lobbyRemove":
        this.open.delete(news.id);
        break;
      case "challenge":
        this.own.set(news.challenge.id, news.challenge);
        break;
      case "challengeAccepted":
      case "challengeDeclined":
      case "challengeCanceled":
        this.own.delete(news.challenge.id);
        break;
      case "gameStart":
        this.games.set(news.game.gameId, news.game);
        break;
      case "gameFinish":
        this.games.delete(news.game.gameId);
        break;
      case "yourTurn": {
        const game = this.games.get(news.gameId);
        if (game) this.games.set(news.gameId, { ...game, isMyTurn: true });
        break;
      }
      case "liveStart":
      case "liveFinish":
        this.#lookAtLive();
        break;
      case "closing":
        break;
    }
    this.#told(news);
  }
}

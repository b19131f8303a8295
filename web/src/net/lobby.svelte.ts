/** The lobby and what concerns the visitor, as it comes: one line for all pages that want to know. */
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { api } from "./api";
import { Line } from "./line.svelte";
import { me } from "./me.svelte";
import type { Brief, Challenge, Listed, News } from "./wire";

/** Games begin and end in bursts: the list is asked for once for all of them. */
const BURST = 1_000;

interface Member {
  /** Hears everything that comes, after it is counted in. */
  readonly told?: (news: News) => void;
  /** Whether games of others matter. */
  readonly wantsLive?: boolean;
}

class Lobby {
  /** Open challenges of everybody. */
  readonly open = new SvelteMap<string, Challenge>();
  /** Challenges that the visitor made or got. */
  readonly own = new SvelteMap<string, Challenge>();
  /** The visitor's games that go on. */
  readonly games = new SvelteMap<string, Brief>();
  /** Games that came of the visitor's challenges since this page is open. */
  readonly begun = new SvelteSet<string>();
  live = $state.raw<readonly Listed[]>([]);
  line = $state.raw<Line>();
  readonly #members = new Set<Member>();
  #knownAs: string | null = null;
  #asking: ReturnType<typeof setTimeout> | undefined;

  /** Listens until the answer is called. The line is there as long as anybody listens. */
  join(member: Member = {}): () => void {
    this.#members.add(member);
    if (this.line) this.#lookAtLive(0);
    else this.#connect();
    return () => {
      this.#members.delete(member);
      if (this.#members.size === 0) this.#close();
    };
  }

  #connect(): void {
    this.#knownAs = me.id;
    this.line = new Line({
      address: () => "/api/socket",
      opened: () => this.#begin(),
      heard: (message) => this.#hear(message as News),
    });
  }

  #close(): void {
    clearTimeout(this.#asking);
    this.#asking = undefined;
    this.line?.close();
    this.line = undefined;
    this.#forget();
  }

  /** To be called when the visitor may have become somebody else: only who is known is told their own news. */
  recognise(): void {
    if (me.id === this.#knownAs) return;
    this.#knownAs = me.id;
    this.line?.reopen();
  }

  /** A board knows better than the news whose turn it is there. */
  settle(id: string, isMyTurn: boolean, ply: number): void {
    const game = this.games.get(id);
    if (game && (game.isMyTurn !== isMyTurn || game.ply !== ply))
      this.games.set(id, { ...game, isMyTurn, ply });
  }

  /** Asks whose turn it is: the visitor may have moved on another page. */
  async lookAtTurns(): Promise<void> {
    const games = await api.playing().catch(() => []);
    for (const { gameId, isMyTurn, ply } of games) this.settle(gameId, isMyTurn, ply);
  }

  #forget(): void {
    this.open.clear();
    this.own.clear();
    this.games.clear();
  }

  /** Whoever connects is told everything anew. */
  #begin(): void {
    this.#forget();
    this.#lookAtLive(0);
  }

  #lookAtLive(wait = BURST): void {
    if (![...this.#members].some(({ wantsLive }) => wantsLive)) return;
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
        if (news.type === "challengeAccepted" && news.challenge.from.id === me.id && news.challenge.game_id)
          this.begun.add(news.challenge.game_id);
        break;
      case "gameStart":
        this.games.set(news.game.gameId, news.game);
        break;
      case "gameFinish":
        this.games.delete(news.game.gameId);
        this.begun.delete(news.game.gameId);
        break;
      case "yourTurn": {
        const game = this.games.get(news.gameId);
        if (game && !game.isMyTurn) this.settle(news.gameId, true, game.ply + 1);
        break;
      }
      case "liveStart":
      case "liveFinish":
        this.#lookAtLive();
        break;
      case "closing":
        break;
    }
    for (const { told } of this.#members) told?.(news);
  }
}

export const lobby = new Lobby();

/** A game on the server: its state, the position on the screen, and the move being sent. */
import type { Lang } from "../i18n/index.svelte";
import { show, type PositionSpec } from "../rules/client";
import type { Seat, Snapshot } from "../rules/types";
import { Follower } from "../scene/follower";
import { Positions } from "../scene/positions.svelte";
import type { SceneQueue } from "../scene/sceneQueue.svelte";
import { sentence } from "../i18n/phrases";
import { api, ApiError, errorMessage } from "./api";
import { remainingTime, ServerTime } from "./clocks";
import { fold, resync, EMPTY_STATE, timing, withOlderChat, type ClientGameState } from "./fold";
import { Connection } from "./connection.svelte";
import { Premove } from "./premove.svelte";
import type { ClientFrame, GameView, LoggedEventView, ServerMessage } from "./schema";

interface Pending {
  readonly ply: number;
  readonly move: string;
  readonly ref: number;
}

const localTime = (): number => performance.timeOrigin + performance.now();

export class OnlineGame {
  readonly id: string;
  /** Terms and players, from the first message of the server. */
  view = $state.raw<GameView>();
  state = $state.raw<ClientGameState>(EMPTY_STATE);
  /** A move sent but not yet confirmed. It is shown on the board already. */
  pending = $state.raw<Pending>();
  readonly premove: Premove;
  readonly positions = new Positions();
  /** The number of moves shown on the board; fewer than all while reviewing. */
  shown = $state(0);
  /** The position after all moves. */
  latest = $state.raw<Snapshot>();
  /** The error of the last action. */
  errorText = $state<string>();
  /** The error if the game cannot be loaded. */
  loadError = $state.raw<ApiError>();
  readonly connection: Connection;
  readonly sceneQueue: SceneQueue;
  readonly #follower: Follower;
  readonly #time = new ServerTime();
  readonly #onEvent: (event: LoggedEventView) => void;
  readonly #pings = new Map<number, number>();
  #lang: Lang;
  #lastRef = 0;
  #lastRefresh = 0;
  /** The number of moves before the latest position. */
  #latestPly = $state(0);

  /** `onEvent` is called for each new event after it has been applied. */
  constructor(id: string, lang: Lang, sceneQueue: SceneQueue, onEvent: (event: LoggedEventView) => void) {
    this.id = id;
    this.sceneQueue = sceneQueue;
    this.#follower = new Follower(sceneQueue);
    this.premove = new Premove(this);
    this.#lang = lang;
    this.#onEvent = onEvent;
    this.connection = new Connection({
      url: () => `/api/game/${id}/socket?since=${this.state.seq}&lang=${this.#lang}`,
      onOpen: () => this.#time.reset(),
      onMessage: (message) => void this.#receive(message as ServerMessage),
      heartbeat: () => this.#ping(),
    });
    void this.#checkExists();
  }

  /** A refused socket gives no reason, an HTTP request does. */
  async #checkExists(): Promise<void> {
    try {
      await api.getGame(this.id);
    } catch (error) {
      const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
      if (isMissing) {
        this.loadError = error;
        this.connection.close();
      }
    }
  }

  get you(): Seat | null {
    return this.view?.you ?? null;
  }

  get isOver(): boolean {
    return this.state.end !== null;
  }

  /** All moves, including the pending one. */
  get moves(): readonly string[] {
    return this.pending ? [...this.state.moves, this.pending.move] : this.state.moves;
  }

  get isReviewing(): boolean {
    return this.shown < this.moves.length;
  }

  /** The moves that have been shown on the board or are being shown. */
  get listed(): readonly string[] {
    return this.isReviewing ? this.moves : this.moves.slice(0, this.moves.length - this.sceneQueue.waiting);
  }

  /** The player to move according to the server. */
  get turn(): Seat | null {
    if (this.isOver || !this.view) return null;
    return this.pending ? this.you : this.latest ? this.latest.turn : this.view.turn;
  }

  /** Whether the players have minutes on a clock. */
  get isLive(): boolean {
    return this.view?.clock.kind === "fischer";
  }

  /** Whether the local player may move. With minutes on the clock they need not wait for more than the pieces to arrive. */
  get isActive(): boolean {
    const { isBusy, waiting, scene } = this.sceneQueue;
    const hasArrived = this.isLive && waiting === 0 && scene?.phase !== "lift" && scene?.phase !== "travel";
    return this.#mayMove && (!isBusy || hasArrived);
  }

  /** Whether the position after the last move is not known yet: a move has just been made or taken back. */
  get isUpdating(): boolean {
    return this.latest !== undefined && this.#latestPly !== this.moves.length;
  }

  get #mayMove(): boolean {
    const isTurn = this.you !== null && this.turn === this.you;
    return isTurn && !this.pending && !this.isUpdating && !this.isReviewing;
  }

  positionSpec(count = this.moves.length): PositionSpec {
    const { view } = this;
    return {
      game: view?.game ?? "",
      variant: view?.variants ?? [],
      position: view?.start_position ?? "",
      moves: this.moves.slice(0, count),
    };
  }

  /** The server's time in milliseconds. */
  now(): number {
    return this.#time.at(localTime());
  }

  /** The milliseconds a player has left; `undefined` without a clock. */
  remainingTime(seat: Seat): number | undefined {
    const clocks = this.view && timing(this.state, this.view, this.turn);
    return clocks ? remainingTime(clocks, seat, this.now()) : undefined;
  }

  /** The player whose clock is running. */
  get running(): Seat | null {
    return (this.view && timing(this.state, this.view, this.turn)?.running) ?? null;
  }

  /** Switches the language of messages from the rules and the server. */
  setLanguage(lang: Lang): void {
    if (lang === this.#lang) return;
    this.#lang = lang;
    this.connection.reconnect();
    void this.refresh(true);
  }

  close(): void {
    this.connection.close();
  }

  async goTo(count: number): Promise<void> {
    const isNext = count === this.shown + 1;
    this.sceneQueue.skip();
    this.shown = Math.min(Math.max(count, 0), this.moves.length);
    await this.refresh(!isNext);
  }

  /** Shows a move on the board and sends it. */
  async play(move: string): Promise<void> {
    if (!this.#mayMove) return;
    this.errorText = undefined;
    this.sceneQueue.skip();
    this.pending = { ply: this.state.moves.length + 1, move, ref: ++this.#lastRef };
    this.shown = this.moves.length;
    this.#send();
    await this.refresh();
  }

  /** Sends a request and shows its error, if any. */
  async act(what: () => Promise<unknown>): Promise<boolean> {
    this.errorText = undefined;
    try {
      await what();
      return true;
    } catch (error) {
      this.errorText = errorMessage(error);
      return false;
    }
  }

  /** Loads a page of earlier messages. */
  async loadOlderChat(): Promise<void> {
    const before = this.state.olderChat;
    if (before === null) return;
    const page = await api.olderChat(this.id, before);
    // Two concurrent requests must not add the page twice.
    if (this.state.olderChat === before) this.state = withOlderChat(this.state, page);
  }

  #send(): void {
    const pending = this.pending;
    // Without a connection it is sent after the reconnection.
    if (pending) this.connection.send({ type: "move", ...pending } satisfies ClientFrame);
  }

  #ping(): ClientFrame {
    const ref = ++this.#lastRef;
    this.#pings.set(ref, localTime());
    return { type: "ping", ref };
  }

  async #receive(message: ServerMessage): Promise<void> {
    switch (message.type) {
      case "hello":
        return this.#resync(message.game);
      case "presence":
        this.state = { ...this.state, presence: message };
        return;
      case "deal":
        this.state = { ...this.state, deal: message };
        return;
      case "pong": {
        const sent = this.#pings.get(Number(message.ref));
        this.#pings.clear();
        if (sent !== undefined) this.#time.sample(message.now, sent, localTime());
        return;
      }
      case "refused":
        return this.#rollBack(message.ref, sentence(message.title));
      case "ack":
      case "closing":
        return;
      default:
        return this.#apply([message]);
    }
  }

  async #resync(state: GameView): Promise<void> {
    this.#time.guess(state.now, localTime());
    const known = this.state.seq;
    const isFirst = this.view === undefined;
    const wasReviewing = !isFirst && this.isReviewing;
    this.view = state;
    this.state = resync(this.state, state);
    this.#resolvePending();
    if (!wasReviewing) this.shown = this.moves.length;
    // It may have been sent before the connection was lost; its ply keeps it from being played twice.
    this.#send();
    await this.refresh();
    if (!isFirst) for (const event of state.events) if (event.seq > known) this.#onEvent(event);
  }

  async #apply(events: readonly LoggedEventView[]): Promise<void> {
    const fresh = events.filter((event) => event.seq > this.state.seq);
    const wasReviewing = this.isReviewing;
    this.state = fresh.reduce(fold, this.state);
    this.#resolvePending();
    if (!wasReviewing || this.shown > this.moves.length) this.shown = this.moves.length;
    if (fresh.some(({ type }) => type === "move" || type === "takeback" || type === "end")) {
      await this.refresh();
    }
    fresh.forEach(this.#onEvent);
  }

  /** Clears the pending move once the server has accepted or overtaken it. */
  #resolvePending(): void {
    const pending = this.pending;
    if (!pending) return;
    const made = this.state.moves[pending.ply - 1];
    const isPast = this.state.moves.length >= pending.ply || this.state.moves.length < pending.ply - 1;
    if (isPast || this.isOver) this.pending = undefined;
    // Another tab moved first, or time ran out: the board shows the server's state.
    if (isPast && made !== undefined && made !== pending.move) this.errorText = undefined;
  }

  async #rollBack(ref: unknown, text: string): Promise<void> {
    if (this.pending?.ref !== ref) return;
    this.pending = undefined;
    this.errorText = text;
    this.shown = this.moves.length;
    await this.refresh();
  }

  /** Brings the scene queue to the shown moves. Outdated results are dropped. */
  async refresh(isJump = false): Promise<void> {
    if (!this.view) return;
    const refresh = ++this.#lastRefresh;
    const { moves, shown, pending } = this;
    const mover = this.state.movers[shown - 1];
    const how = {
      isJump,
      isOwn: pending !== undefined && shown === moves.length,
      // The clock of the local player runs while the computer waits.
      isComputer: !this.isLive && mover !== undefined && this.view.players[mover].kind === "computer",
    };
    const snapshot = await this.#follower.showMoves(this.positionSpec(shown), this.#lang, how);
    const latest = shown === moves.length ? snapshot : await show(this.positionSpec(), this.#lang);
    if (refresh !== this.#lastRefresh || !latest) return;
    [this.latest, this.#latestPly] = [latest, moves.length];
    void this.positions.load(this.positionSpec());
    await this.premove.update(this.#lang);
  }
}

/** A game on the server: what is known of it, what is on the screen, and what is on its way. */
import type { Lang } from "../i18n/index.svelte";
import { show, type Place } from "../rules/client";
import type { Seat, Snapshot } from "../rules/types";
import { api, asSentence, Problem, wordsOf } from "./api";
import { left, ServerTime } from "./clocks";
import { fold, greet, NOTHING, timing, withOlderChat, type Known } from "./fold";
import { Line } from "./line.svelte";
import type { GameEvent, GameState, Heard } from "./wire";

interface Pending {
  readonly ply: number;
  readonly move: string;
  readonly ref: number;
}

const here = (): number => performance.timeOrigin + performance.now();

export class OnlineGame {
  readonly id: string;
  /** What was agreed, and who plays: as it came with the first word. */
  facts = $state.raw<GameState>();
  known = $state.raw<Known>(NOTHING);
  /** A move that the server has not answered yet. It is on the board already. */
  pending = $state.raw<Pending>();
  /** How many moves are on the board: one may look back. */
  shown = $state(0);
  /** The position on the board. */
  snapshot = $state.raw<Snapshot>();
  /** The position before the last move on the board. */
  before = $state.raw<string>();
  /** The position after all moves. */
  latest = $state.raw<Snapshot>();
  /** What the server said about the last attempt. */
  complaint = $state<string>();
  /** Why there is no such game here. */
  problem = $state.raw<Problem>();
  readonly line: Line;
  readonly #time = new ServerTime();
  readonly #told: (event: GameEvent) => void;
  readonly #pings = new Map<number, number>();
  #lang: Lang;
  #refs = 0;
  #asked = 0;

  /** `told` hears every event that is new, after it is counted in. */
  constructor(id: string, lang: Lang, told: (event: GameEvent) => void) {
    this.id = id;
    this.#lang = lang;
    this.#told = told;
    this.line = new Line({
      address: () => `/api/game/${id}/socket?since=${this.known.seq}&lang=${this.#lang}`,
      opened: () => this.#time.forget(),
      heard: (message) => void this.#hear(message as Heard),
      heartbeat: () => this.#ping(),
    });
    void this.#lookForIt();
  }

  /** A socket does not say why it is refused: a request does. */
  async #lookForIt(): Promise<void> {
    try {
      await api.seeGame(this.id);
    } catch (error) {
      const isHopeless = error instanceof Problem && (error.status === 404 || error.status === 400);
      if (isHopeless) {
        this.problem = error;
        this.line.close();
      }
    }
  }

  get you(): Seat | null {
    return this.facts?.you ?? null;
  }

  get isOver(): boolean {
    return this.known.end !== null;
  }

  /** All moves, with the one that is on its way. */
  get moves(): readonly string[] {
    return this.pending ? [...this.known.moves, this.pending.move] : this.known.moves;
  }

  get isLooking(): boolean {
    return this.shown < this.moves.length;
  }

  /** Whose turn it is for the server. */
  get turn(): Seat | null {
    if (this.isOver || !this.facts) return null;
    return this.pending ? this.you : this.latest ? this.latest.turn : this.facts.turn;
  }

  /** Whether the person at the screen may move on the board. */
  get isActive(): boolean {
    return this.you !== null && this.turn === this.you && !this.pending && !this.isLooking;
  }

  place(count = this.moves.length): Place {
    const facts = this.facts;
    return {
      game: facts?.game ?? "",
      variant: facts?.variants ?? [],
      position: facts?.start_position ?? "",
      moves: this.moves.slice(0, count),
    };
  }

  /** What time it is for the server. */
  now(): number {
    return this.#time.at(here());
  }

  /** What a player has left now; nothing without a clock. */
  left(seat: Seat): number | undefined {
    const clocks = this.facts && timing(this.known, this.facts, this.turn);
    return clocks ? left(clocks, seat, this.now()) : undefined;
  }

  /** Whose clock runs. */
  get running(): Seat | null {
    return (this.facts && timing(this.known, this.facts, this.turn)?.running) ?? null;
  }

  /** The rules' words and the server's come in another language from now on. */
  speak(lang: Lang): void {
    if (lang === this.#lang) return;
    this.#lang = lang;
    this.line.reopen();
    void this.refresh();
  }

  close(): void {
    this.line.close();
  }

  async look(count: number): Promise<void> {
    this.shown = Math.min(Math.max(count, 0), this.moves.length);
    await this.refresh();
  }

  /** Puts a move on the board and sends it. */
  async play(move: string): Promise<void> {
    if (!this.isActive) return;
    this.complaint = undefined;
    this.pending = { ply: this.known.moves.length + 1, move, ref: ++this.#refs };
    this.shown = this.moves.length;
    this.#send();
    await this.refresh();
  }

  /** Does something by a request; what the server says against it is shown. */
  async act(what: () => Promise<void>): Promise<boolean> {
    this.complaint = undefined;
    try {
      await what();
      return true;
    } catch (error) {
      this.complaint = wordsOf(error);
      return false;
    }
  }

  /** Brings a page of earlier messages. */
  async loadOlderChat(): Promise<void> {
    const before = this.known.olderChat;
    if (before === null) return;
    const page = await api.olderChat(this.id, before);
    // Asked twice, it comes once.
    if (this.known.olderChat === before) this.known = withOlderChat(this.known, page);
  }

  #send(): void {
    const pending = this.pending;
    // If the line is not there, it is said when it is there again.
    if (pending) this.line.say({ type: "move", ...pending });
  }

  #ping(): object {
    const ref = ++this.#refs;
    this.#pings.set(ref, here());
    return { type: "ping", ref };
  }

  async #hear(message: Heard): Promise<void> {
    switch (message.type) {
      case "hello":
        return this.#greet(message.game);
      case "presence":
        this.known = { ...this.known, presence: message };
        return;
      case "deal":
        this.known = { ...this.known, deal: message };
        return;
      case "pong": {
        const sent = this.#pings.get(message.ref ?? 0);
        this.#pings.clear();
        if (sent !== undefined) this.#time.learn(message.now, sent, here());
        return;
      }
      case "refused":
        return this.#rollBack(message.ref, asSentence(message.title));
      case "ack":
      case "closing":
        return;
      default:
        return this.#happen([message]);
    }
  }

  async #greet(state: GameState): Promise<void> {
    this.#time.guess(state.now, here());
    const known = this.known.seq;
    const isFirst = this.facts === undefined;
    const wasLooking = !isFirst && this.isLooking;
    this.facts = state;
    this.known = greet(this.known, state);
    this.#settle();
    if (!wasLooking) this.shown = this.moves.length;
    // Sent, perhaps, before the line broke: the number of the move keeps it from being made twice.
    this.#send();
    await this.refresh();
    if (!isFirst) for (const event of state.events) if (event.seq > known) this.#told(event);
  }

  async #happen(events: readonly GameEvent[]): Promise<void> {
    const fresh = events.filter((event) => event.seq > this.known.seq);
    const wasLooking = this.isLooking;
    this.known = fresh.reduce(fold, this.known);
    this.#settle();
    if (!wasLooking || this.shown > this.moves.length) this.shown = this.moves.length;
    if (fresh.some(({ type }) => type === "move" || type === "takeback" || type === "end")) {
      await this.refresh();
    }
    fresh.forEach(this.#told);
  }

  /** Looks what became of the move that was on its way. */
  #settle(): void {
    const pending = this.pending;
    if (!pending) return;
    const made = this.known.moves[pending.ply - 1];
    const isPast = this.known.moves.length >= pending.ply || this.known.moves.length < pending.ply - 1;
    if (isPast || this.isOver) this.pending = undefined;
    // Another tab was quicker, or time was over: the board shows what counts.
    if (isPast && made !== undefined && made !== pending.move) this.complaint = undefined;
  }

  async #rollBack(ref: number | null, words: string): Promise<void> {
    if (this.pending?.ref !== ref) return;
    this.pending = undefined;
    this.complaint = words;
    this.shown = this.moves.length;
    await this.refresh();
  }

  /** Asks the rules what the moves lead to. An answer to an older question is not used. */
  async refresh(): Promise<void> {
    if (!this.facts) return;
    const asked = ++this.#asked;
    const [lang, count, shown] = [this.#lang, this.moves.length, this.shown];
    const latest = await show(this.place(count), lang);
    const snapshot = shown === count ? latest : await show(this.place(shown), lang);
    const before = shown === 0 ? undefined : await show(this.place(shown - 1), lang);
    if (asked !== this.#asked) return;
    this.latest = latest;
    this.snapshot = snapshot;
    this.before = before?.position;
  }
}

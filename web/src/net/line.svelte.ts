/** A line to the server that mends itself: heartbeat, waiting longer after each failure, a state that can be shown. */
import { backoff } from "./backoff";

export type LineState = "connecting" | "open" | "reconnecting" | "offline" | "closed";

export interface LineSetup {
  /** Where to connect, asked anew each time: it says from which event on. */
  address(): string;
  heard(message: unknown): void;
  /** The line is there: say what has to be said anew. */
  opened?(): void;
  /** What to say now and then to learn whether the other end is there; without it the line is only listened to. */
  heartbeat?(): object;
}

/** How often the line is tried, and how long it may be silent after that. */
const [BEAT, SILENCE] = [10_000, 8_000];

export class Line {
  state = $state<LineState>("connecting");
  readonly #setup: LineSetup;
  #socket: WebSocket | undefined;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: LineSetup) {
    this.#setup = setup;
    addEventListener("online", this.#tryNow);
    addEventListener("offline", this.#lost);
    document.addEventListener("visibilitychange", this.#tryNow);
    this.#connect();
  }

  get isOpen(): boolean {
    return this.state === "open";
  }

  /** Says something, if the line is there. */
  say(message: object): boolean {
    if (!this.isOpen || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Hangs up and calls again at once. */
  reopen(): void {
    if (this.state === "closed") return;
    this.#hangUp();
    this.#failures = 0;
    this.#connect();
  }

  close(): void {
    this.state = "closed";
    removeEventListener("online", this.#tryNow);
    removeEventListener("offline", this.#lost);
    document.removeEventListener("visibilitychange", this.#tryNow);
    this.#hangUp();
  }

  #hangUp(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const { protocol, host } = location;
    const socket = new WebSocket(
      `${protocol === "https:" ? "wss:" : "ws:"}//${host}${this.#setup.address()}`,
    );
    this.#socket = socket;
    // A connection that is neither there nor refused is given up like a silent one.
    this.#silence = setTimeout(() => this.#fail(socket), BEAT + SILENCE);
    socket.addEventListener("open", () => this.#open(socket));
    socket.addEventListener("close", () => this.#fail(socket));
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#silence);
      this.#silence = undefined;
      this.#failures = 0;
      this.#setup.heard(JSON.parse(String(event.data)));
    });
  }

  #open(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    clearTimeout(this.#silence);
    this.state = "open";
    this.#setup.opened?.();
    const heartbeat = this.#setup.heartbeat;
    if (!heartbeat) return;
    const beat = () => {
      this.say(heartbeat());
      this.#silence ??= setTimeout(() => this.#fail(socket), SILENCE);
    };
    this.#silence = undefined;
    beat();
    this.#beat = setInterval(beat, BEAT);
  }

  #fail(socket: WebSocket): void {
    if (socket !== this.#socket || this.state === "closed") return;
    this.#hangUp();
    this.#failures += 1;
    this.state = navigator.onLine ? "reconnecting" : "offline";
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#failures, Math.random()));
  }

  readonly #tryNow = (): void => {
    if (document.visibilityState === "hidden" || this.isOpen || this.state === "closed") return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#failures = 0;
    this.#connect();
  };

  readonly #lost = (): void => {
    if (this.#socket) this.#fail(this.#socket);
  };
}

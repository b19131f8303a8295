/** A WebSocket that reconnects by itself, with heartbeat, exponential backoff and an observable state. */
import { backoff } from "./backoff";

export type ConnectionState = "connecting" | "open" | "reconnecting" | "offline" | "closed";

export interface ConnectionOptions {
  /** The address, evaluated for each connection: it contains the last known event. */
  url(): string;
  onMessage(message: unknown): void;
  /** Called when the connection is open. */
  onOpen?(): void;
  /** The message of the heartbeat; without it the connection only receives. */
  heartbeat?(): object;
}

/** The interval of the heartbeat and the time allowed for its answer, in milliseconds. */
const [HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT] = [10_000, 8_000];

export class Connection {
  state = $state<ConnectionState>("connecting");
  readonly #options: ConnectionOptions;
  #socket: WebSocket | undefined;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #timeout: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#retryNow);
    this.#connect();
  }

  get isOpen(): boolean {
    return this.state === "open";
  }

  /** Sends a message; `false` if the connection is not open. */
  send(message: object): boolean {
    if (!this.isOpen || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Disconnects and connects again at once. */
  reconnect(): void {
    if (this.state === "closed") return;
    this.#disconnect();
    this.#failures = 0;
    this.#connect();
  }

  close(): void {
    this.state = "closed";
    removeEventListener("online", this.#retryNow);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#retryNow);
    this.#disconnect();
  }

  #disconnect(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    clearTimeout(this.#timeout);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const { protocol, host } = location;
    const socket = new WebSocket(`${protocol === "https:" ? "wss:" : "ws:"}//${host}${this.#options.url()}`);
    this.#socket = socket;
    // A connection attempt that is neither accepted nor refused times out.
    this.#timeout = setTimeout(() => this.#fail(socket), HEARTBEAT_INTERVAL + HEARTBEAT_TIMEOUT);
    socket.addEventListener("open", () => this.#open(socket));
    socket.addEventListener("close", () => this.#fail(socket));
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#timeout);
      this.#timeout = undefined;
      this.#failures = 0;
      this.#options.onMessage(JSON.parse(String(event.data)));
    });
  }

  #open(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    clearTimeout(this.#timeout);
    this.state = "open";
    this.#options.onOpen?.();
    const heartbeat = this.#options.heartbeat;
    if (!heartbeat) return;
    const beat = () => {
      this.send(heartbeat());
      this.#timeout ??= setTimeout(() => this.#fail(socket), HEARTBEAT_TIMEOUT);
    };
    this.#timeout = undefined;
    beat();
    this.#heartbeat = setInterval(beat, HEARTBEAT_INTERVAL);
  }

  #fail(socket: WebSocket): void {
    if (socket !== this.#socket || this.state === "closed") return;
    this.#disconnect();
    this.#failures += 1;
    this.state = navigator.onLine ? "reconnecting" : "offline";
    this.#retry = setTimeout(() => this.#connect(), backoff(this.#failures, Math.random()));
  }

  readonly #retryNow = (): void => {
    if (document.visibilityState === "hidden" || this.isOpen || this.state === "closed") return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#failures = 0;
    this.#connect();
  };

  readonly #onOffline = (): void => {
    if (this.#socket) this.#fail(this.#socket);
  };
}

/** A worker with the rules and the engine: requests and answers as texts. */
import type { WorkerReply, WorkerRequest } from "./worker";

interface Pending {
  readonly resolve: (text: string) => void;
  readonly reject: (error: RulesUnavailable) => void;
  readonly onProgress: ((text: string) => void) | undefined;
}

export class WorkerClient {
  #worker: Worker | undefined;
  #next = 0;
  readonly #pending = new Map<number, Pending>();

  #start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", (event: MessageEvent<WorkerReply>) => {
      const { id, text, interim, isUnavailable } = event.data;
      const pending = this.#pending.get(id);
      if (interim) {
        pending?.onProgress?.(text);
      } else {
        this.#pending.delete(id);
        if (isUnavailable) pending?.reject(new RulesUnavailable(text));
        else pending?.resolve(text);
      }
    });
    // Its script cannot be loaded, for example without a connection.
    worker.addEventListener("error", () => {
      if (this.#worker !== worker) return;
      this.#end(({ reject }) => reject(new RulesUnavailable("the worker has failed")));
    });
    return worker;
  }

  send(text: string, onProgress?: (text: string) => void): Promise<string> {
    this.#worker ??= this.#start();
    const id = ++this.#next;
    const request: WorkerRequest = { id, text };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
      this.#worker?.postMessage(request);
    });
  }

  /** Stops all searches. Their promises are rejected as stopped. */
  stop(): void {
    if (this.#pending.size > 0) this.#end(({ resolve }) => resolve(JSON.stringify({ error: STOPPED })));
  }

  /** Ends the worker; the next request starts another one. */
  #end(settle: (pending: Pending) => void): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach(settle);
  }
}

/** An error of the rules, in the language of the request. */
export class RulesError extends Error {}

/** The rules could not be loaded, for example without a connection. */
export class RulesUnavailable extends Error {
  override readonly name = "RulesUnavailable";
}

const STOPPED = "stopped";

/** Whether a search was ended by `stopSearch`. */
export const isStopped = (error: unknown): boolean =>
  error instanceof RulesError && error.message === STOPPED;

/** The answer of the rules in a text. Throws if they refused the request. */
export function parseAnswer<T>(text: string): T {
  const response = JSON.parse(text) as T & { error?: string };
  if (response !== null && typeof response === "object" && response.error !== undefined)
    throw new RulesError(response.error);
  return response;
}

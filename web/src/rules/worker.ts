/** The worker with the rules and the engine. Requests and replies are JSON. */

interface Exports {
  readonly memory: WebAssembly.Memory;
  allocate(length: number): number;
  free(address: number): void;
  handle_request(address: number): bigint;
}

export interface WorkerRequest {
  readonly id: number;
  readonly text: string;
}

export interface WorkerReply {
  readonly id: number;
  readonly text: string;
  /** Whether more replies will follow. */
  readonly interim: boolean;
  /** Whether the rules could not be loaded; the next request tries again. */
  readonly isUnavailable?: boolean;
}

const [reader, writer] = [new TextDecoder(), new TextEncoder()];
let current = 0;

let loading: Promise<Exports> | undefined;

/** Loads the module once, and again after a failure. */
const load = (): Promise<Exports> =>
  (loading ??= instantiate().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

async function instantiate(): Promise<Exports> {
  const url = new URL("./mekong.wasm", import.meta.url);
  const imports = {
    page: {
      now: () => performance.now(),
      progress: (address: number, length: number) => {
        reply(current, text(wasm, address, length), true);
      },
    },
  };
  let wasm: Exports;
  const module = await WebAssembly.instantiateStreaming(fetch(url), imports);
  wasm = module.instance.exports as unknown as Exports;
  return wasm;
}

// Before the first request arrives.
load().catch(() => undefined);

function text(wasm: Exports, address: number, length: number): string {
  return reader.decode(new Uint8Array(wasm.memory.buffer, address, length));
}

function reply(id: number, answer: string, interim: boolean): void {
  const message: WorkerReply = { id, text: answer, interim };
  postMessage(message);
}

addEventListener("message", async (event: MessageEvent<WorkerRequest>) => {
  const { id, text: request } = event.data;
  let wasm: Exports;
  try {
    wasm = await load();
  } catch (error) {
    const failure: WorkerReply = { id, text: String(error), interim: false, isUnavailable: true };
    postMessage(failure);
    return;
  }
  try {
    const bytes = writer.encode(request);
    const address = wasm.allocate(bytes.length);
    new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
    current = id;
    const packed = wasm.handle_request(address);
    const response = Number(packed >> 32n);
    const answer = text(wasm, response, Number(packed & 0xffffffffn));
    wasm.free(response);
    reply(id, answer, false);
  } catch (error) {
    reply(id, JSON.stringify({ error: String(error) }), false);
  }
});

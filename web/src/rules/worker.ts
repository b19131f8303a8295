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
}

const [reader, writer] = [new TextDecoder(), new TextEncoder()];
let current = 0;

const loading = (async (): Promise<Exports> => {
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
})();

function text(wasm: Exports, address: number, length: number): string {
  return reader.decode(new Uint8Array(wasm.memory.buffer, address, length));
}

function reply(id: number, answer: string, interim: boolean): void {
  const message: WorkerReply = { id, text: answer, interim };
  postMessage(message);
}

addEventListener("message", async (event: MessageEvent<WorkerRequest>) => {
  const { id, text: request } = event.data;
  try {
    const wasm = await loading;
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

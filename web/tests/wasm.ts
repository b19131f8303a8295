/** The real rules for tests: the same module that the pages load, without a browser. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { WITH_DEV_GAMES } from "../build/games";
import type { PositionSpec } from "../src/rules/client";
import type { Snapshot } from "../src/rules/types";

/** With `MEKONG_DEV_GAMES=1`, the rules with the games in development. */
const [NAME, SCRIPT] = WITH_DEV_GAMES
  ? ["mekong-dev.wasm", "sh scripts/dev-wasm.sh"]
  : ["mekong.wasm", "make web"];
const FILE = fileURLToPath(new URL(`../src/rules/${NAME}`, import.meta.url));

interface Exports {
  readonly memory: WebAssembly.Memory;
  allocate(length: number): number;
  free(address: number): void;
  handle_request(address: number): bigint;
}

export type Send = (request: object) => unknown;

export async function loadWasm(): Promise<Send> {
  if (!existsSync(FILE))
    throw new Error(`The rules are not there yet: \`${SCRIPT}\` builds src/rules/${NAME}.`);
  const page = { now: () => performance.now(), progress: () => {} };
  const { instance } = await WebAssembly.instantiate(await readFile(FILE), { page });
  const wasm = instance.exports as unknown as Exports;
  const bytes = (address: number, length: number) => new Uint8Array(wasm.memory.buffer, address, length);
  return (request) => {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const address = wasm.allocate(text.length);
    bytes(address, text.length).set(text);
    const packed = wasm.handle_request(address);
    const start = Number(packed >> 32n);
    const response = new TextDecoder().decode(bytes(start, Number(packed & 0xffffffffn)));
    wasm.free(start);
    return JSON.parse(response) as unknown;
  };
}

/** The snapshot of a position. Throws if the position is invalid. */
export function showWith(send: Send, spec: PositionSpec): Snapshot {
  const snapshot = send({ do: "show", lang: "en", ...spec }) as Snapshot & { error?: string };
  if (snapshot.error !== undefined) throw new Error(`${spec.position ?? "start"}: ${snapshot.error}`);
  return snapshot;
}

/** The real rules for tests: the same module that the pages load, without a browser. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { PositionSpec } from "../src/rules/client";
import type { Snapshot } from "../src/rules/types";

const FILE = fileURLToPath(new URL("../src/rules/mekong.wasm", import.meta.url));

interface Exports {
  readonly memory: WebAssembly.Memory;
  reserve(length: number): number;
  release(address: number): void;
  ask(address: number): bigint;
}

export type Ask = (question: object) => unknown;

export async function loadWasm(): Promise<Ask> {
  if (!existsSync(FILE))
    throw new Error("The rules are not there yet: `make web` builds src/rules/mekong.wasm.");
  const page = { now: () => performance.now(), tell: () => {} };
  const { instance } = await WebAssembly.instantiate(await readFile(FILE), { page });
  const wasm = instance.exports as unknown as Exports;
  const bytes = (address: number, length: number) => new Uint8Array(wasm.memory.buffer, address, length);
  return (question) => {
    const text = new TextEncoder().encode(JSON.stringify(question));
    const address = wasm.reserve(text.length);
    bytes(address, text.length).set(text);
    const packed = wasm.ask(address);
    const place = Number(packed >> 32n);
    const answer = new TextDecoder().decode(bytes(place, Number(packed & 0xffffffffn)));
    wasm.release(place);
    return JSON.parse(answer) as unknown;
  };
}

/** A position of a game, or the reason that there is none. */
export function showWith(ask: Ask, place: PositionSpec): Snapshot {
  const answer = ask({ do: "show", lang: "en", ...place }) as Snapshot & { error?: string };
  if (answer.error !== undefined) throw new Error(`${place.position ?? "start"}: ${answer.error}`);
  return answer;
}

/** What the pages weigh on the line, against what they may: the first page before the engine, and the engine. */
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const DIST = new URL("../dist/", import.meta.url);
const KILOBYTE = 1000;

const compressed = (name) =>
  brotliCompressSync(readFileSync(new URL(name, DIST)), {
    // As the server compresses: a browser gets no less.
    params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
  }).length;

// Not the precompressed copies, which are the same files.
const assets = readdirSync(new URL("assets/", DIST))
  .filter((name) => !name.endsWith(".br"))
  .map((name) => `assets/${name}`);
const html = readFileSync(new URL("index.html", DIST), "utf8");
const first = ["index.html", ...assets.filter((name) => html.includes(name))];
// The boards on the first page and what asks the server load after it and count all the same.
const games = readdirSync(new URL("../src/games/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const late = [...games, "board", "net"];
const boards = assets.filter((name) => late.some((chunk) => name.startsWith(`assets/${chunk}-`)));
const missing = late.filter((chunk) => !boards.some((name) => name.startsWith(`assets/${chunk}-`)));
if (missing.length > 0) throw new Error(`no files in web/dist for ${missing.join(", ")}`);
const engine = assets.filter((name) => name.endsWith(".wasm"));

const budgets = [
  { what: "first page, its boards included", files: [...first, ...boards], most: 100 },
  { what: "rules and engine", files: engine, most: 400 },
];

let isTooHeavy = false;
for (const { what, files, most } of budgets) {
  if (files.length === 0) throw new Error(`${what}: no such files in web/dist`);
  const weight = files.map(compressed).reduce((sum, bytes) => sum + bytes, 0) / KILOBYTE;
  const verdict = weight <= most ? "ok" : "TOO HEAVY";
  isTooHeavy ||= weight > most;
  console.log(`${what}: ${weight.toFixed(1)} kB of ${most} kB, ${verdict}`);
}
process.exit(isTooHeavy ? 1 : 0);

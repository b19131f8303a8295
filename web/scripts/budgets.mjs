/** Checks what a browser receives of the first page and of the engine against their budgets. */
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";

const DIST = new URL("../../crates/pages/dist/", import.meta.url);
const KILOBYTE = 1000;

// The server sends the compressed copy that the build has made, if there is one.
const sent = (name) => {
  const file = new URL(name, DIST);
  const copy = new URL(`${name}.br`, DIST);
  return statSync(existsSync(copy) ? copy : file).size;
};

// Without the compressed copies, which are the same files.
const assets = readdirSync(new URL("assets/", DIST))
  .filter((name) => !name.endsWith(".br"))
  .map((name) => `assets/${name}`);
const html = readFileSync(new URL("index.html", DIST), "utf8");
const first = ["index.html", ...assets.filter((name) => html.includes(name))];
// The boards of the first page and the server client load later, but count too.
const games = readdirSync(new URL("../src/games/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  // Games in development are not part of the pages.
  .filter(
    (name) =>
      !/^\s*dev: true,$/m.test(
        readFileSync(new URL(`../src/games/${name}/about.ts`, import.meta.url), "utf8"),
      ),
  );
const late = [...games, "board", "net"];
const boards = assets.filter((name) => late.some((chunk) => name.startsWith(`assets/${chunk}-`)));
const missing = late.filter((chunk) => !boards.some((name) => name.startsWith(`assets/${chunk}-`)));
if (missing.length > 0) throw new Error(`no files in crates/pages/dist for ${missing.join(", ")}`);
const engine = assets.filter((name) => name.endsWith(".wasm"));

const budgets = [
  { what: "first page, its boards included", files: [...first, ...boards], most: 100 },
  { what: "rules and engine", files: engine, most: 400 },
];

let isTooHeavy = false;
for (const { what, files, most } of budgets) {
  if (files.length === 0) throw new Error(`${what}: no such files in crates/pages/dist`);
  const weight = files.map(sent).reduce((sum, bytes) => sum + bytes, 0) / KILOBYTE;
  const verdict = weight <= most ? "ok" : "TOO HEAVY";
  isTooHeavy ||= weight > most;
  console.log(`${what}: ${weight.toFixed(1)} kB of ${most} kB, ${verdict}`);
}
process.exit(isTooHeavy ? 1 : 0);

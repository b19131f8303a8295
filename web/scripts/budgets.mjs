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
// The boards of the first page and the server client load later, with all they import, but count too.
const { games } = JSON.parse(readFileSync(new URL("preloads.json", DIST), "utf8"));
const net = assets.filter((name) => name.startsWith("assets/net-"));
if (net.length === 0) throw new Error("no file in crates/pages/dist for the client of the server");
const late = Object.values(games).flat();
const engine = assets.filter((name) => name.endsWith(".wasm"));

const budgets = [
  { what: "first page, its boards included", files: [...new Set([...first, ...late, ...net])], most: 100 },
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

// Writes a compressed copy of every file of the build that becomes smaller. The server sends it to browsers that accept
// the encoding, instead of compressing files for each request.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const dist = new URL("../../crates/pages/dist", import.meta.url).pathname;
const kinds = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest"]);

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !kinds.has(extname(path))) continue;
  const whole = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
  };
  const compressed = brotliCompressSync(whole, { params });
  // Not worthwhile for small files.
  if (compressed.length < 0.9 * whole.length) writeFileSync(`${path}.br`, compressed);
  else rmSync(`${path}.br`, { force: true });
}

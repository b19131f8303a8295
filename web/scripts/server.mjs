/** Starts the server with an empty data folder on a free port, for measurements. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls `use` with the URL of a server and stops the server afterwards. */
export async function withServer(use) {
  const program = process.env["MEKONG"] ?? "../target/release/mekong";
  const data = mkdtempSync(join(tmpdir(), "mekong-speed-"));
  const args = [
    "serve",
    "--listen",
    "127.0.0.1:0",
    "--data",
    data,
    "--tables",
    "off",
    "--log-level",
    "error",
    "--lang",
    "en",
  ];
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const address = await new Promise((found, failed) => {
      let text = "";
      server.on("error", failed);
      server.on("exit", () => failed(new Error(`${program} ended: ${text}`)));
      server.stdout.on("data", (piece) => {
        text += piece;
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
        if (address !== undefined) found(address);
      });
    });
    return await use(address);
  } finally {
    server.removeAllListeners("exit");
    server.kill("SIGTERM");
    await new Promise((ended) => (server.exitCode === null ? server.on("exit", ended) : ended()));
    rmSync(data, { recursive: true });
  }
}

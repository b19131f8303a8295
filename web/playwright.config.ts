import { defineConfig } from "@playwright/test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The real program, as it was built: pages of its own from web/dist, a database of its own in a fresh folder. */
const program = process.env["MEKONG"] ?? "../target/debug/mekong";
const port = Number(process.env["MEKONG_E2E_PORT"] ?? 18080);
/** A server that is running already, for those who change the pages all the time. */
const running = process.env["MEKONG_E2E_URL"];
const address = running ?? `http://127.0.0.1:${port}`;
// Workers read this file again: the folder is made once, by the process that starts the server.
const data = process.env["TEST_WORKER_INDEX"] === undefined ? mkdtempSync(join(tmpdir(), "mekong-e2e-")) : "";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  snapshotPathTemplate: "e2e/shots/{arg}{ext}",
  // A shared machine may be slow; waiting longer costs nothing where it is not.
  timeout: 240_000,
  expect: { timeout: 45_000, toHaveScreenshot: { maxDiffPixelRatio: 0.04, animations: "disabled" } },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"]],
  use: {
    baseURL: address,
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
    locale: "en-GB",
    viewport: { width: 1280, height: 900 },
    // Most tests want the page as the server gives it now; those about being offline allow what keeps it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
  ...(running === undefined && {
    webServer: {
      command: `${program} serve --listen 127.0.0.1:${port} --data ${data} --rate-limits off --log-level warn`,
      url: `${address}/healthz`,
      timeout: 60_000,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    },
  }),
});

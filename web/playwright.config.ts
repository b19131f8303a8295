import { defineConfig } from "@playwright/test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHROMIUM } from "./scripts/browser.mjs";

/** The built program with the pages of crates/pages/dist and a fresh data folder. */
const program = process.env["MEKONG"] ?? "../target/debug/mekong";
const port = Number(process.env["MEKONG_E2E_PORT"] ?? 18080);
/** The address of a running server to use instead. */
const running = process.env["MEKONG_E2E_URL"];
const address = running ?? `http://127.0.0.1:${port}`;
const devAddress = `http://127.0.0.1:${port + 1}`;
process.env["MEKONG_E2E_DEV_URL"] ??= devAddress;
// Workers load this file too: only the process that starts the server creates the folder.
const data = process.env["TEST_WORKER_INDEX"] === undefined ? mkdtempSync(join(tmpdir(), "mekong-e2e-")) : "";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  snapshotPathTemplate: "e2e/shots/{arg}{ext}",
  // Generous limits for slow machines.
  timeout: 240_000,
  expect: { timeout: 45_000, toHaveScreenshot: { maxDiffPixelRatio: 0.04, animations: "disabled" } },
  // Most tests wait for animations and the server part of their time.
  workers: 4,
  fullyParallel: true,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"]],
  use: {
    baseURL: address,
    browserName: "chromium",
    launchOptions: {
      executablePath: CHROMIUM,
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
    // Only the tests of the service worker allow it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
  ...(running === undefined && {
    webServer: [
      {
        command: `${program} serve --listen 127.0.0.1:${port} --data ${data} --rate-limits off --log-level warn`,
        url: `${address}/healthz`,
        timeout: 60_000,
        gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
      },
      {
        // The pages with the games in development, straight from their sources.
        command: `npx vite --host 127.0.0.1 --port ${port + 1} --strictPort`,
        url: devAddress,
        env: { MEKONG_DEV_GAMES: "1", MEKONG_API: address },
        timeout: 60_000,
      },
    ],
  }),
});

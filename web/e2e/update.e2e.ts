import { expect, test, type Page } from "@playwright/test";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { play, playedMoves } from "./moves";

test.use({ serviceWorkers: "allow" });

/** A proxy of the real server that, once `isNew` is set, serves the files of another release. */
class Releases {
  isNew = false;
  readonly #server: Server;

  constructor(real: string) {
    this.#server = createServer((request, response) => {
      void (async () => {
        const answer = await fetch(new URL(request.url ?? "/", real));
        const type = answer.headers.get("content-type") ?? "";
        const body = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, { "content-type": type, "cache-control": "no-cache" });
        response.end(this.isNew ? this.#renew(request.url ?? "/", body) : body);
      })().catch(() => response.destroy());
    });
  }

  /** The cache of the service worker is named after the hash of all files. */
  #renew(address: string, body: Buffer): Buffer | string {
    if (address === "/sw.js") return body.toString().replace(/mekong-[0-9a-f]{12}/, "mekong-ffffffffffff");
    if (address === "/index.html") return body.toString().replace("<head>", '<head><meta name="release">');
    return body;
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const moves = (page: Page) => page.locator(".moves ol > li");
const isNew = (page: Page) => page.locator('meta[name="release"]');
/** The states of the waiting and the active service worker. */
const workers = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { waiting: registration?.waiting?.state, active: registration?.active?.state };
  });
const announced = (page: Page) => page.getByText("A new version is available.");

test("a new version is announced, waits, and keeps the game", async ({ page, baseURL }) => {
  const releases = new Releases(baseURL ?? "");
  try {
    await page.goto(`${await releases.open()}/play/siam?level=1`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
      }
    });
    await page.reload();
    await play(page, "mouse", "siam", "@c1N", 0);
    await expect(moves(page)).toHaveCount(2);
    const played = await playedMoves(page);
    await expect(announced(page)).toHaveCount(0);

    releases.isNew = true;
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    // The page checks for updates when it becomes visible, once its service worker is registered.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect(announced(page)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    // The new version waits: it is installed and not active, and the page has not been loaded again.
    await expect.poll(() => workers(page)).toEqual({ waiting: "installed", active: "activated" });
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    await page.reload();
    await expect(announced(page)).toBeVisible();
    await expect.poll(() => workers(page)).toEqual({ waiting: "installed", active: "activated" });
    await expect(isNew(page)).toHaveCount(0);
    await expect.poll(() => playedMoves(page)).toEqual(played);

    await page.getByRole("button", { name: "Reload" }).click();
    await expect(isNew(page)).toHaveCount(1);
    await expect(announced(page)).toHaveCount(0);
    await expect.poll(() => playedMoves(page)).toEqual(played);
    await expect(page.getByText(/^Your turn/)).toBeVisible();
  } finally {
    releases.close();
  }
});

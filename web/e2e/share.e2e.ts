import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible, expectFits, GAMES } from "./support";

const GAME = "/analysis/siam?moves=%40c1N+%40c5S+c1c2N&ply=2";

async function openDialog(page: Page): Promise<void> {
  await page.goto(GAME);
  await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
}

test.describe("the share dialog", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("copies a link that replays the game, and says so", async ({ page }) => {
    await openDialog(page);
    const link = page.getByRole("textbox", { name: "Link" });
    await expect(link).toHaveValue(/\/analysis\/siam\?moves=%40c1N\+%40c5S\+c1c2N&ply=2$/);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
    await expectAccessible(page);
  });

  test("offers pictures, an animation and the code of an embedded board", async ({ page, request }) => {
    await openDialog(page);
    for (const [name, kind] of [
      ["SVG", "image/svg+xml"],
      ["PNG", "image/png"],
    ] as const) {
      const anchor = page.getByRole("link", { name, exact: true });
      const response = await request.get((await anchor.getAttribute("href")) ?? "");
      expect(response.headers()["content-type"]).toBe(kind);
    }
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Make a GIF" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("siam.gif");
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(0, 6).toString("latin1")).toBe("GIF89a");
    expect(bytes.readUInt16LE(6)).toBe(480);
    await expect(page.getByText("The GIF is in your downloads")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Embed in a website" })).toHaveValue(
      /^<iframe src="http:[^"]*\/embed\/siam\?moves=/,
    );
  });

  test("uses the dialog of the device where there is one", async ({ page }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      navigator.share = async (data) => void shared.push(data ?? {});
    });
    await openDialog(page);
    await page.getByRole("button", { name: "Share…" }).click();
    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
    expect(shared).toEqual([{ title: "Siam", url: expect.stringContaining("/analysis/siam?moves=") }]);
  });
});

test.describe("an embedded board", () => {
  for (const [theme, locale] of [
    ["light", "fr-FR"],
    ["dark", "en-GB"],
  ] as const) {
    test.describe(`${theme}, ${locale}`, () => {
      test.use({ viewport: { width: 480, height: 600 }, colorScheme: theme, locale });

      test("shows every game, fits and is accessible", async ({ page }) => {
        for (const game of GAMES) {
          await page.goto(`/embed/${game}`);
          await expect(page.locator("#board")).toBeVisible();
          await expectFits(page);
          await expectAccessible(page);
        }
      });
    });
  }

  test("replays the moves by buttons and keys", async ({ page }) => {
    await page.goto("/embed/siam?moves=%40c1N+%40c5S+c1c2N&ply=1");
    const status = page.getByText(/^Move \d of 3$/);
    await expect(status).toHaveText("Move 1 of 3");
    await page.keyboard.press("ArrowRight");
    await expect(status).toHaveText("Move 2 of 3");
    await page.keyboard.press("Home");
    await expect(status).toHaveText("Move 0 of 3");
    await page.getByRole("button", { name: "Replay" }).click();
    await expect(status).toHaveText("Move 3 of 3");
    await expect(page.getByRole("button", { name: "Replay" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open on Mekong" })).toHaveAttribute(
      "href",
      /\/analysis\/siam\?moves=/,
    );
  });

  test("says what is wrong with its address", async ({ page }) => {
    await page.goto("/embed/siam?moves=nonsense");
    await expect(page.getByRole("alert")).toHaveText("This board cannot be shown.");
    await page.goto("/embed/game/aaaaaaaaaaaa?lang=fr");
    await expect(page.getByRole("alert")).toHaveText("Partie introuvable.");
  });

  test.describe("in a page of another site", () => {
    let site: Server;
    let address = "";

    test.beforeAll(async ({ baseURL }) => {
      const html = `<!doctype html><title>A blog</title>
        <div class="mekong" data-game="saigon" data-moves="pl 4-2x2" data-title="Saigon"></div>
        <iframe title="the site itself" src="${baseURL}/"></iframe>
        <script src="${baseURL}/embed.js" async></script>`;
      site = createServer((_request, response) => {
        response.setHeader("content-type", "text/html");
        response.end(html);
      });
      await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
      // Another host than the server's.
      address = `http://localhost:${(site.address() as AddressInfo).port}/`;
    });
    test.afterAll(() => site.close());

    test("is shown, and the rest of the site is not", async ({ page }) => {
      await page.goto(address);
      const board = page.frameLocator('iframe[title="Saigon"]');
      await expect(board.locator("#board")).toBeVisible();
      await expect(board.getByText("Move 2 of 2")).toBeVisible();
      const inside = page.frameLocator('iframe[title="the site itself"]');
      await expect(inside.getByRole("banner")).toHaveCount(0);
    });
  });
});

test("links are shown with a title and a picture", async ({ request }) => {
  const page = await (await request.get("/play/siam", { headers: { "accept-language": "fr" } })).text();
  expect(page).toContain('property="og:title" content="Jouer à Siam · Mekong"');
  const picture = /property="og:image" content="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const { pathname, search } = new URL(picture);
  const response = await request.get(pathname + search);
  expect(response.headers()["content-type"]).toBe("image/png");
});

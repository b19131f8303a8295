/** Creates the screenshot of the README: Siam on a desktop and Palam on a phone, side by side. */
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { CHROMIUM } from "./browser.mjs";
import { withServer } from "./server.mjs";

const OUT = new URL("../../docs/images/", import.meta.url);

/** Games against the computer in which the reader is to move: the page continues them from the device's storage. */
const SCENES = [
  {
    game: "siam",
    moves: "@a5N @c5E @e3S @c1S @d1S @a4W @a2E @b1S @c5S @c5S c4c3 @a5E",
    colorScheme: "light",
    viewport: { width: 1440, height: 880 },
  },
  { game: "palam", moves: "a2 f3", colorScheme: "dark", viewport: { width: 390, height: 880 } },
];
const LEVEL = 3;
const SEED = 7;

/** A picture of the play page after these moves, as a data URL. */
async function shoot(browser, address, { game, moves, colorScheme, viewport }) {
  const page = await browser.newPage({ viewport, locale: "en-GB", colorScheme, reducedMotion: "reduce" });
  const setup = { game, variant: [], seed: SEED, level: LEVEL, side: "p1" };
  const saved = { setup, moves: moves.split(" ") };
  await page.addInitScript(
    ([game, saved]) => {
      localStorage.setItem(`mekong.guided.${game}`, "true");
      localStorage.setItem(`mekong.game.${game}.computer`, JSON.stringify(saved));
    },
    [game, saved],
  );
  await page.goto(`${address}/play/${game}?level=${LEVEL}&deal=${SEED}`);
  await page.locator("#board .picture").waitFor();
  await page.locator("#board .now").filter({ hasText: "Your turn" }).waitFor();
  const image = await page.screenshot({ animations: "disabled" });
  await page.close();
  return { ...viewport, source: `data:image/png;base64,${image.toString("base64")}` };
}

await withServer(async (address) => {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const shots = [];
  for (const scene of SCENES) shots.push(await shoot(browser, address, scene));
  const frame = "border-radius: 10px; box-shadow: 0 0 0 1px #0003; display: block";
  const images = shots.map(
    ({ source, height }) => `<img src="${source}" height="${height * 0.75}" style="${frame}">`,
  );
  const page = await browser.newPage({ viewport: { width: 1500, height: 720 } });
  await page.setContent(
    `<body style="margin: 0"><div id="picture" style="display: inline-flex; gap: 20px; padding: 8px">${images.join("")}</div>`,
  );
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  mkdirSync(OUT, { recursive: true });
  await page.locator("#picture").screenshot({ path: new URL("mekong.jpg", OUT).pathname, quality: 85 });
  await browser.close();
});

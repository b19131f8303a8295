/** Creates the screenshot of the README: Siam on a desktop and Saigon on a phone, side by side. */
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { CHROMIUM, withServer } from "./server.mjs";

const OUT = new URL("../../docs/images/", import.meta.url);

const SCENES = [
  {
    path: "/play/siam?friend",
    moves: "@a3S @c5W a3N @d5S @c5S @b5S @e3W c4S a3W",
    viewport: { width: 1120, height: 760 },
  },
  { path: "/play/saigon?friend", moves: "pl 4-2x2 3-1x1", viewport: { width: 380, height: 760 } },
];

/** A picture of a page after these moves, as a data URL. */
async function shoot(browser, address, { path, moves, viewport }) {
  const page = await browser.newPage({
    viewport,
    locale: "en-GB",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.goto(`${address}${path}`);
  await page.locator("#board [data-key]").first().waitFor();
  for (const [index, move] of moves.split(" ").entries()) {
    await page.locator("#board [data-key][tabindex='0']").press("/");
    await page.locator("dialog[open] input").fill(move);
    await page.locator("dialog[open] input").press("Enter");
    await page.locator(`.moves ol > li:nth-child(${index + 1})`).waitFor({ state: "attached" });
  }
  await page.locator("body").click({ position: { x: 2, y: 2 } });
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
  const page = await browser.newPage({ viewport: { width: 1200, height: 620 } });
  await page.setContent(
    `<body style="margin: 0"><div id="picture" style="display: inline-flex; gap: 20px; padding: 8px">${images.join("")}</div>`,
  );
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  mkdirSync(OUT, { recursive: true });
  await page.locator("#picture").screenshot({ path: new URL("mekong.png", OUT).pathname });
  await browser.close();
});

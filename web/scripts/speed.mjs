/**
 * Measures the time to interactive of the first page on a mid-range phone (CPU slowed down 4×, 1.6 Mbit/s, 150 ms
 * latency) and the frame times of the boards. Not a test, because the results depend on the machine and its load.
 */
import { chromium } from "playwright-core";
import { CHROMIUM } from "./browser.mjs";
import { withServer } from "./server.mjs";

const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const GAME = "@a3S @c5W a3N @d5S @c5S @b5S @e3W c4S a3W c4c3 @e3W b3W".split(" ");

async function firstPage(browser, address) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", LINE);
  await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const begin = Date.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("a.primary").first().waitFor();
  // Interactive: the page responds to input.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  const interactive = Date.now() - begin;
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  await context.close();
  return { interactive, paint };
}

async function frames(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${address}/play/siam?friend`);
  await page.locator("#board [data-key]").first().waitFor();
  const [gaps, played] = [[], []];
  for (const move of GAME) {
    const field = page.locator("dialog[open] input");
    // The board does not accept input while a move is being played.
    while (!(await field.isVisible())) await page.locator("#board [data-key][tabindex='0']").press("/");
    await field.fill(move);
    const watching = page.evaluate(
      () =>
        new Promise((done) => {
          const times = [];
          const tick = (time) => {
            times.push(time);
            if (times.length < 30) requestAnimationFrame(tick);
            else done(times.slice(1).map((time, index) => time - times[index]));
          };
          requestAnimationFrame(tick);
        }),
    );
    await field.press("Enter");
    gaps.push(...(await watching));
    await page.locator(`.moves ol > li:nth-child(${played.push(move)})`).waitFor();
  }
  await page.close();
  return gaps.toSorted((one, two) => one - two);
}

await withServer(async (address) => {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  const runs = [];
  for (let run = 0; run < 5; run += 1) runs.push(await firstPage(browser, address));
  const median = (of) => runs.map(of).toSorted((one, two) => one - two)[2];
  console.log(
    `first page on a phone (median of 5): first paint ${Math.round(median((run) => run.paint))} ms, interactive ${median((run) => run.interactive)} ms`,
  );
  const gaps = await frames(browser, address);
  const share = (100 * gaps.filter((gap) => gap > 20).length) / gaps.length;
  const at = (part) => gaps[Math.floor(gaps.length * part)].toFixed(1);
  console.log(
    `frames while moves are drawn: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, late ${share.toFixed(1)} %`,
  );
  await browser.close();
});

/** Runs Lighthouse on the main pages with its phone profile. Fails below a score of 95 in any category. */
import { execFileSync } from "node:child_process";
import { CHROMIUM } from "./browser.mjs";
import { withServer } from "./server.mjs";

const PAGES = ["/", "/play/siam?level=1", "/learn/siam", "/lobby"];
const MIN_SCORE = 95;

let isGood = true;
await withServer((address) => {
  for (const page of PAGES) {
    const flags = "--chrome-flags=--headless --no-sandbox --disable-gpu";
    const args = ["--yes", "lighthouse@12", address + page, "--quiet", flags, "--output=json"];
    const report = JSON.parse(
      execFileSync("npx", args, {
        env: { ...process.env, CHROME_PATH: CHROMIUM },
        maxBuffer: 2 ** 28,
        encoding: "utf8",
      }),
    );
    const scores = Object.values(report.categories).map(({ id, score }) => [id, Math.round(score * 100)]);
    console.log(page, scores.map(([id, score]) => `${id} ${score}`).join(", "));
    isGood &&= scores.every(([, score]) => score >= MIN_SCORE);
  }
});
process.exit(isGood ? 0 : 1);

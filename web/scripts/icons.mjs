/** Makes the PNG icons of `public` from its SVG logo: for home screens, which want pixels, and for masks. */
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { CHROMIUM } from "./browser.mjs";

const PUBLIC = new URL("../public/", import.meta.url);
const logo = readFileSync(new URL("icon.svg", PUBLIC), "utf8");
/** The colour of the logo's ground, which fills the whole of icons that are masked. */
const ground = /<rect[^>]*fill="(#[0-9a-f]{6})"/i.exec(logo)?.[1];
if (ground === undefined) throw new Error("icon.svg has no ground");

/** `inset` is the margin around the logo, as a fraction: a mask shows at least the middle four fifths. */
const ICONS = [
  { name: "icon-192.png", size: 192 },
  { name: "icon-512.png", size: 512 },
  { name: "icon-maskable.png", size: 512, inset: 0.1 },
  { name: "apple-touch-icon.png", size: 180, inset: 0.04 },
];

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
for (const { name, size, inset } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const margin = Math.round(size * (inset ?? 0));
  const background = inset === undefined ? "transparent" : ground;
  const image = `<img src="data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}" width="${size - 2 * margin}">`;
  await page.setContent(
    `<body style="margin: 0; padding: ${margin}px; background: ${background}">${image}</body>`,
  );
  await page.locator("img").evaluate((img) => img.decode());
  writeFileSync(new URL(name, PUBLIC), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();

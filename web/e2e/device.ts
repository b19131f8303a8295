import type { Page } from "@playwright/test";

/** The nodes of a search whose result does not depend on the speed of the machine. */
const NODES = 5_000;

/** Limits the searches of the page by nodes instead of time. */
export async function limitSearches(page: Page): Promise<void> {
  await page.addInitScript((nodes) => {
    const post = Worker.prototype.postMessage as (this: Worker, message: { text: string }) => void;
    Worker.prototype.postMessage = function (message: { text: string }) {
      const { time, ...request } = JSON.parse(message.text) as { time?: number };
      const limit = time === undefined ? {} : { nodes };
      post.call(this, { ...message, text: JSON.stringify({ ...request, ...limit }) });
    };
  }, NODES);
}

/** Saves values on the device before the page is opened. */
export async function saveOnDevice(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  await page.addInitScript((values) => {
    for (const [name, value] of Object.entries(values)) {
      localStorage.setItem(`mekong.${name}`, JSON.stringify(value));
    }
  }, values);
}

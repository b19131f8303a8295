import { expect, test } from "@playwright/test";
import { play } from "./moves";
import { GAMES } from "./support";

test.use({ serviceWorkers: "allow" });

test("after one visit the pages work without a network", async ({ page, context }) => {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    }
  });
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  for (const game of GAMES) {
    await page.goto(`/play/${game}?level=1`);
    await expect(page.locator("#board [data-key]").first()).toBeVisible();
  }
  await page.goto("/play/samliam?level=1");
  await play(page, "mouse", "samliam", "c3se", 0);
  // The computer runs on the device.
  await expect(page.locator(".moves ol > li")).toHaveCount(2);
  await page.goto("/learn/siam");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/analysis/saigon");
  await expect(page.locator("#board")).toBeVisible();
});

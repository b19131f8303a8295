import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { ROUTES } from "./routes";

/** The pages of the first bundle, which no route names. */
const FIRST = ["Home", "NotFound"];

it("every file in `pages` is a page: parts of pages in it would become bundles of their own", () => {
  const files = readdirSync(new URL("pages", import.meta.url)).map((name) => name.replace(/\.svelte$/, ""));
  expect(files.toSorted()).toEqual([...new Set([...Object.values(ROUTES), ...FIRST])].toSorted());
});

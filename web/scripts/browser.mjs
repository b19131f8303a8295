/** Debian's Chromium: its headless program, which loads pages twice as fast, or the browser. */
import { existsSync } from "node:fs";

const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The browser of tests, pictures and measurements; the environment variable `CHROMIUM` names another one. */
export const CHROMIUM =
  process.env["CHROMIUM"] ?? PROGRAMS.find((program) => existsSync(program)) ?? "chromium";

import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import type { Plugin } from "vite";
import { PRELOADS } from "./preloads.ts";

/** Inserts the list of files and the version into the service worker. */
export function offline(worker: string): Plugin {
  return {
    name: "mekong-offline",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunk = bundle[worker];
        if (chunk?.type !== "chunk") throw new Error(`${worker} is missing`);
        const built = Object.values(bundle).filter((file) => file.fileName !== worker);
        const version = createHash("sha256");
        for (const file of built.toSorted((one, two) => (one.fileName < two.fileName ? -1 : 1))) {
          version.update(file.fileName).update(file.type === "chunk" ? file.code : file.source);
        }
        const files = [...built.map((file) => file.fileName), ...readdirSync("public")]
          // What only the server, other sites and home screens use.
          .filter((name) => name !== PRELOADS && !/^embed|\.png$/.test(name))
          .map((name) => `/${name}`);
        // The list is inside a string literal, so it is quoted twice.
        const list = JSON.stringify(JSON.stringify(files)).slice(1, -1);
        chunk.code = chunk.code
          .replaceAll("__FILES__", () => list)
          .replaceAll("__VERSION__", version.digest("hex").slice(0, 12));
      },
    },
  };
}

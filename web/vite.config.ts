import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { offline } from "./build/offline.ts";
import { rulePages } from "./build/rule-pages.ts";

/** Where the server is while the pages are being worked on. */
const api = process.env["MEKONG_API"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), rulePages(), offline("sw.js")],
  build: {
    target: "es2022",
    // Everything with a hash in its name may be kept for ever; the server says so.
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: "index.html", sw: "src/offline/worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: api, ws: true } } },
});

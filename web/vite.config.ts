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
    // Small enough to come at once; a page that brings its own has every style worked out again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: "index.html", sw: "src/offline/worker.ts" },
      output: {
        // A phone takes longer to ask for a file than to read it: few files, cut where pages part.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "base", tags: ["$initial"], test: /^(?!.*src\/(offline\/worker|main))/ },
            { name: "board", test: /src\/(board|table|tablebase|rules|games\/index|local|sound)/ },
            {
              name: "net",
              test: /src\/(net|i18n\/online\/index|online\/(AccountLink|Notifications|NotificationCount|notifications|format))/,
            },
          ],
        },
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: api, ws: true } } },
});

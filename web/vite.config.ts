import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { devGames } from "./build/games.ts";
import { offline } from "./build/offline.ts";
import { rulePages } from "./build/rule-pages.ts";

/** The server that the development server forwards requests to. */
const api = process.env["MEKONG_API"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [devGames(), svelte(), rulePages(), offline("sw.js")],
  build: {
    // The crate that embeds the pages.
    outDir: "../crates/pages/dist",
    emptyOutDir: true,
    target: "es2022",
    // The server marks files with a hash in their name as immutable.
    assetsDir: "assets",
    assetsInlineLimit: 0,
    // The first page loads only the styles of the frame and of the boards it shows.
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: "index.html", sw: "src/offline/worker.ts" },
      output: {
        // On mobile networks a request takes longer than its transfer: few files, split by page.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "base", tags: ["$initial"], test: /^(?!.*src\/(offline\/worker|main))/ },
            { name: "rules", test: /src\/(rules|scene|local|pages\/selfPlay)/ },
            // What a picture of a board needs, as on the home page; the rest comes with the first game.
            {
              name: "board",
              test: /src\/(board\/(Badge|Grain|Marks|Panel|Target|WoodGrain|choices|format|grain|marks|motion|pieces|rows|spot|sprite|viewState)|games\/index)/,
            },
            { name: "table", test: /src\/(board|table|tablebase|sound)/ },
            {
              name: "net",
              test: /src\/(net\/(address|api|backoff|connection|lobby|me|notifications|request)\.|i18n\/online\/index|online\/(AccountMenu|GameThumb|LogInLink|MyFace|MyTurn|Notification|notifications|format)|ui\/(Face|faces))/,
            },
            { name: "icons", test: /node_modules\/lucide/ },
          ],
        },
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es", plugins: () => [devGames()] },
  server: { proxy: { "/api": { target: api, ws: true } } },
});

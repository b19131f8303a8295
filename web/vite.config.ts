import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { devGames } from "./build/games.ts";
import { offline } from "./build/offline.ts";
import { preloads } from "./build/preloads.ts";
import { rulePages } from "./build/rule-pages.ts";

/** The server that the development server forwards requests to. */
const api = process.env["MEKONG_API"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [devGames(), svelte(), rulePages(), preloads(), offline("sw.js")],
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
            { name: "svelte", test: /node_modules\/svelte|rolldown/ },
            { name: "rules", test: /src\/rules/ },
            { name: "scene", test: /src\/(scene|sound|home\/selfPlay)/ },
            { name: "marks", test: /src\/board\/(MarkDrawings|PointMark)/ },
            // What a picture of a board needs, as on the home page; the rest comes with the first game.
            {
              name: "board",
              test: /src\/(board\/(BoardSvg|Grain|LightGradient|Marks|Panel|PieceIcon|choices|distinctKeys|format|grain|grid|marks|motion|pieces|rows|seats|spot|sprite|viewState|withSide)|games\/index)/,
            },
            { name: "ruleText", test: /src\/learn\/(RuleText|rules)|mekong:rules$/ },
            // What every page with a board to play on shares.
            {
              name: "play",
              test: /src\/(board|local|play|tablebase|i18n\/(?:en\/|fr\/)?(share|analysis|play|tablebase)\.|learn\/lesson|puzzles\/link|share\/(CopyButton|LazyShareDialog|send|shared)|analysis\/(OnlyMoveMark|annotations|evaluation)|ui\/(CertaintyBadge|GamePictures))/,
            },
            // What the frame of every page asks the server for, and what only pages of the server and controls add to it.
            {
              name: "net",
              test: /src\/(net\/(address|api|backoff|connection|lobby|me|notifications|request)\.|i18n\/(?:en\/|fr\/)?online\.|online\/(AccountMenu|GameThumb|LogInLink|MyAvatar|MyTurn|Notification|notifications|format)|ui\/(Avatar|avatars))/,
            },
            {
              name: "online",
              test: /src\/(i18n\/(?:en\/|fr\/)?onlineGame|net\/requestState|online\/(ConnectionStatus|ErrorMessage|GameRow|gameNames)|ui\/)/,
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
  // On a busy machine a test of milliseconds may take seconds: the limits only end tests that hang.
  test: { testTimeout: 120_000, hookTimeout: 120_000 },
});

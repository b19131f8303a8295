import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // Everything with a hash in its name may be kept for ever; the server says so.
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
});

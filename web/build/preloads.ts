import type { OutputBundle, OutputChunk } from "rolldown";
import type { Plugin } from "vite";
import { ROUTES } from "../src/routes.ts";

/** The file that the server reads: the files that a page and the board of a game load at once. */
export const PRELOADS = "preloads.json";

/**
 * Writes which files belong to each route and game. The server names them in the head of the entry page, so that a
 * browser requests them together with the first script instead of after it.
 */
export function preloads(): Plugin {
  return {
    name: "mekong-preloads",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const ofModule = (path: RegExp) =>
        chunks.filter(({ moduleIds }) => moduleIds.some((id) => path.test(id)));
      const first = filesOf(
        chunks.filter(({ isEntry }) => isEntry),
        bundle,
      );
      const late = (path: RegExp) => [...filesOf(ofModule(path), bundle)].filter((name) => !first.has(name));

      const pages = Object.fromEntries(
        Object.entries(ROUTES).map(([route, page]) => [
          route,
          late(new RegExp(`/src/pages/${page}\\.svelte$`)),
        ]),
      );
      const ids = chunks
        .flatMap(({ moduleIds }) => moduleIds)
        .flatMap((id) => /\/src\/games\/([^/]+)\/index\.ts$/.exec(id)?.[1] ?? []);
      const games = Object.fromEntries(
        ids.map((id) => [id, late(new RegExp(`/src/games/${id}/index\\.ts$`))]),
      );
      const empty = Object.entries({ ...pages, ...games }).filter(([, files]) => files.length === 0);
      if (empty.length > 0) throw new Error(`no files for ${empty.map(([name]) => name).join(", ")}`);
      this.emitFile({ type: "asset", fileName: PRELOADS, source: JSON.stringify({ pages, games }) });
    },
  };
}

/** The files of chunks and of everything they import statically: scripts and style sheets. */
function filesOf(chunks: readonly OutputChunk[], bundle: OutputBundle): Set<string> {
  const files = new Set<string>();
  const add = (chunk: OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") add(imported);
    }
  };
  for (const chunk of chunks) add(chunk);
  return files;
}

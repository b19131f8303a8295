/** The folders of `src/games`, with or without the games in development. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const GAMES = fileURLToPath(new URL("../src/games/", import.meta.url));

/** Whether the pages are built with the games in development, as the rules library is with its feature `dev-games`. */
export const WITH_DEV_GAMES = process.env["MEKONG_DEV_GAMES"] === "1";

const folders = () =>
  readdirSync(GAMES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Whether the `about.ts` of a game says `dev: true`. */
const isInDevelopment = (game: string) =>
  /^\s*dev: true,$/m.test(readFileSync(`${GAMES}${game}/about.ts`, "utf8"));

/** The games of these pages; with `all` also those in development. */
export const gameFolders = (all = WITH_DEV_GAMES): string[] =>
  folders().filter((game) => all || !isInDevelopment(game));

/** The games in development alone. */
export const devGameFolders = (): string[] => folders().filter(isInDevelopment);

/** The files of `src/games` that list the games by a pattern. */
const LISTS = /\/src\/games\/(?:index|extras)\.ts$/;

/** The patterns of such a file, without some games. */
export function withoutGames(code: string, hidden: readonly string[]): string {
  const without = hidden.map((game) => `"!./${game}/**"`);
  return code.replace(/"\.\/\*\/\w+\.ts"/g, (pattern) => `[${[pattern, ...without].join(", ")}]`);
}

/** Excludes the games in development from the lists of games, or uses the rules library built with them. */
export function devGames(): Plugin {
  const hidden = folders().filter((game) => !gameFolders().includes(game));
  return {
    name: "dev-games",
    enforce: "pre",
    transform(code, id) {
      // The development server adds a query to the address of a worker.
      const [file = ""] = id.split("?");
      if (WITH_DEV_GAMES && file.endsWith("/src/rules/worker.ts"))
        return code.replace("./mekong.wasm", "./mekong-dev.wasm");
      return LISTS.test(file) ? withoutGames(code, hidden) : undefined;
    },
  };
}

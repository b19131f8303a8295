import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";
import { expect, it } from "vitest";
import { devGames, WITH_DEV_GAMES, withoutGames } from "../../build/games";

const FOLDER = new URL(".", import.meta.url).pathname;

it("a game in development with an editor is not in the released lists", () => {
  const code = 'import.meta.glob<PositionEditor>("./*/editor.ts", { import: "editor" })';
  expect(withoutGames(code, ["morris"])).toBe(
    'import.meta.glob<PositionEditor>(["./*/editor.ts", "!./morris/**"], { import: "editor" })',
  );
});

it("every list of the games is filtered", () => {
  const { transform } = devGames() as Plugin & {
    transform: (code: string, id: string) => string | undefined;
  };
  const lists = readdirSync(FOLDER).filter(
    (name) =>
      /\w+(?<!\.test)\.ts$/.test(name) && readFileSync(FOLDER + name, "utf8").includes("import.meta.glob"),
  );
  expect(lists.sort()).toEqual(["extras.ts", "index.ts"]);
  for (const name of lists) {
    const patterns =
      transform(readFileSync(FOLDER + name, "utf8"), FOLDER + name)?.match(/"!\.\/\w+\/\*\*"/g) ?? [];
    expect(patterns.length > 0, name).toBe(!WITH_DEV_GAMES);
  }
});

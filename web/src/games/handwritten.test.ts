import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gameFolders } from "../../build/games";
import { localized } from "../i18n/localized";
import { GAMES } from ".";

const WEB = new URL("../..", import.meta.url).pathname;

/** Files of the pages that may name a game, and why. The tests in `tests` and `e2e` play real games and are not searched. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/board/choices.test.ts": "tries choices with real moves",
  "src/board/moveInput.test.ts": "tries choices with real moves",
  "src/levelProgress.test.ts": "marks the levels of some game",
  "src/net/fold.test.ts": "folds the events of some game",
  "src/online/graph.test.ts": "draws the ratings of some game",
  "src/review/history.test.ts": "compares reviews of some game",
  "src/rules/types.test.ts": "certifies a position of some game",
  "src/analysis/lines.test.ts": "draws lines of some game",
  "src/analysis/analysis.test.ts": "reads the saved analysis of some game",
  "src/analysis/record.test.ts": "reads the record of some game",
  "src/play/coach.test.ts": "judges moves of some game",
  "src/studies/studySession.test.ts": "edits chapters of some game",
  "scripts/picture.mjs": "takes the picture of the README",
  "scripts/speed.mjs": "measures one game",
  "scripts/lighthouse.mjs": "measures one game",
};

/** Whether a text names one of the games, by its id or its title. */
function namesGame(text: string): boolean {
  const names = GAMES.flatMap(({ id, title }) => [id, localized(title, "en"), localized(title, "fr")]);
  return new RegExp(`(?<![a-z])(?:${names.join("|")})(?![a-z])`, "i").test(text);
}

const isSource = (name: string) => /\.(ts|svelte|css|js|mjs|html|webmanifest)$/.test(name);

const sources = ["src", "scripts", "build", "public"]
  .flatMap((folder) =>
    readdirSync(join(WEB, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .concat(readdirSync(WEB))
  .filter((name) => isSource(name) && !name.startsWith(join("src", "games")));

describe("the list of games", () => {
  it("is not repeated in any source file", () => {
    expect(sources.length).toBeGreaterThan(150);
    const found = sources.filter((name) => namesGame(readFileSync(join(WEB, name), "utf8")));
    expect(found.filter((name) => !(name in ALLOWED))).toEqual([]);
    // Every exception is still needed.
    expect(Object.keys(ALLOWED).filter((name) => !found.includes(name))).toEqual([]);
  });

  it("is recognised by ids and titles as whole words", () => {
    const [{ id = "", title: name = "" } = {}] = GAMES;
    const title = localized(name, "en");
    for (const text of [
      `game: "${id}"`,
      title,
      `{ ${id}: 1 }`,
      `/play/${id}?level=1`,
      `GAME_${id.toUpperCase()}`,
    ])
      expect(namesGame(text), text).toBe(true);
    for (const text of ["games", `${id}ese`, `x${id}`]) expect(namesGame(text), text).toBe(false);
  });

  it("matches the folders", () => {
    const folders = gameFolders();
    expect(GAMES.map(({ id }) => id).sort()).toEqual(folders.sort());
    expect(new Set(GAMES.map(({ order }) => order)).size).toBe(GAMES.length);
    for (const folder of folders)
      expect(existsSync(join(WEB, "src/games", folder, "index.ts")), folder).toBe(true);
  });
});

/**
 * Builds the rule pages from the READMEs of the games (`crates/games/*`), so that there is one source and no Markdown
 * parser in the browser. Diagrams become placeholders in which the page draws the position with its own board.
 */
import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import { gameFolders } from "./games.ts";

const INDEX = "mekong:rules";
const NAME = `${INDEX}/`;
const GAMES = fileURLToPath(new URL("../../crates/games/", import.meta.url));

export interface RulePage {
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

const escape = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The anchor of a heading, as in a rendered README. */
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

/** The positions and variants of the diagrams by name. */
function pictures(list: string): Map<string, { variant: string; position: string }> {
  const lines = list.split("\n").filter((line) => line.includes(";") && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [name = "", variant = "", ...position] = line.split(";").map((part) => part.trim());
      return [name, { variant: variant === "-" ? "" : variant, position: position.join(";") }];
    }),
  );
}

/** Removes the title, which the page has, and the sections about the code. */
function forPlayers(tokens: readonly Token[]): Token[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === "heading" && token["depth"] === 1) continue;
    if (token.type === "heading" && token["depth"] === 2) parts.push([]);
    parts.at(-1)?.push(token);
  }
  const isCode = (token: Token) => token.type === "code" && token["lang"] === "rust";
  return parts.filter((part) => !part.some(isCode)).flat();
}

/** Removes the codes of variants and seats, which players see as names; the section about the notation needs them. */
function withoutCodes(text: string): string {
  const notation = text.search(/^## Notation$/m);
  const end = notation < 0 ? text.length : notation;
  const forPlayers = text
    .slice(0, end)
    .replace(/\s\(`(?:p[12]|[a-z]+(?:-[a-z]+)*)`\)|(?<=\()`p[12]`,\s/g, "");
  return forPlayers + text.slice(end);
}

export function rulePage(text: string, list: string): RulePage {
  const known = pictures(list);
  const sections: { id: string; title: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }: Tokens.Heading) {
        const id = slug(text);
        if (depth === 2) sections.push({ id, title: text.replaceAll("`", "") });
        return `<h${depth} id="${id}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      image({ href, text }: Tokens.Image) {
        const name = /^diagrams\/(.+?)(?:\.fr)?\.svg$/.exec(href)?.[1] ?? "";
        const picture = known.get(name);
        if (!picture) throw new Error(`the picture ${href} is not in the list of diagrams`);
        const voice = text === "" ? 'aria-hidden="true"' : `role="img" aria-label="${escape(text)}"`;
        const { variant, position } = picture;
        return `<span class="picture" ${voice} data-variant="${variant}" data-position="${escape(position)}"></span>`;
      },
      table({ header, rows }: Tokens.Table) {
        const cell = (part: Tokens.TableCell, tag: string) =>
          `<${tag}>${this.parser.parseInline(part.tokens)}</${tag}>`;
        const row = (cells: string[]) => `<tr>${cells.join("")}</tr>`;
        const body = rows.map((cells) => row(cells.map((part) => cell(part, "td")))).join("\n");
        // A table without titles only places diagrams side by side.
        if (header.every((part) => part.text === "")) {
          return `<table role="presentation" class="pictures"><tbody>${body}</tbody></table>\n`;
        }
        const titles = row(header.map((part) => cell(part, part.text === "" ? "td" : "th")));
        return `<table><thead>${titles}</thead><tbody>${body}</tbody></table>\n`;
      },
    },
  });
  const elsewhere = /\s*(?:— )?\*?(?:[\p{L} ]+ ?: )?\[[^\]]+\]\(README(?:\.fr)?\.md\)\.?\*?/gu;
  const html = marked.parser(forPlayers(marked.lexer(withoutCodes(text.replace(elsewhere, "")))));
  return { html, sections };
}

const isFile = (path: string) =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );

/** The games with a folder in `src/games` and rules in both languages. */
async function gamesWithRules(): Promise<string[]> {
  const games = await Promise.all(
    gameFolders().map(async (name) => {
      const texts = [`${GAMES}${name}/README.md`, `${GAMES}${name}/README.fr.md`];
      return (await Promise.all(texts.map(isFile))).every(Boolean) ? [name] : [];
    }),
  );
  return games.flat();
}

/** The module `mekong:rules`: by game and language, a function that loads the page. */
const index = (games: readonly string[]) => {
  const load = (game: string, lang: string) => `${lang}: () => import("${NAME}${game}/${lang}")`;
  const lines = games.map(
    (game) => `  ${JSON.stringify(game)}: { ${load(game, "en")}, ${load(game, "fr")} },`,
  );
  return ["export default {", ...lines, "};"].join("\n");
};

/** Resolves `import("mekong:rules")`, and for each game and language `import("mekong:rules/GAME/LANG")`. */
export function rulePages(): Plugin {
  return {
    name: "rule-pages",
    resolveId: (id) => (id === INDEX || id.startsWith(NAME) ? `\0${id}` : undefined),
    async load(id) {
      if (id === `\0${INDEX}`) return index(await gamesWithRules());
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const [game = "", lang = ""] = id.slice(NAME.length + 1).split("/");
      const text = `${GAMES}${game}/${lang === "fr" ? "README.fr.md" : "README.md"}`;
      const list = `${GAMES}${game}/diagrams/list.txt`;
      // A game without diagrams has no list of them, and the development server cannot watch a missing file.
      const hasDiagrams = await isFile(list);
      for (const file of hasDiagrams ? [text, list] : [text]) this.addWatchFile(file);
      const diagrams = hasDiagrams ? await readFile(list, "utf8") : "";
      const page = rulePage(await readFile(text, "utf8"), diagrams);
      return `export default ${JSON.stringify(page)};`;
    },
  };
}

/** Splits files with several games. The rules library parses each game. */

export interface FileGame {
  /** The text, padded with empty lines so that errors have the line numbers of the file. */
  readonly text: string;
  readonly players: string;
  readonly result: string;
}

const TAG = /^\s*\[\s*(\w+)\s+"(.*)"\s*\]/;

/** Open brackets at the end of a line: a comment in braces may span lines. */
function isInComment(line: string, before: boolean): boolean {
  let isOpen = before;
  for (const letter of line) {
    if (isOpen) isOpen = letter !== "}";
    else if (letter === ";") return false;
    else isOpen = letter === "{";
  }
  return isOpen;
}

function toGame(lines: readonly string[], above: number): FileGame {
  const tags = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = TAG.exec(line) ?? [];
    // What looks like a tag is inside a comment.
    if (name !== undefined && value !== undefined && !tags.has(name)) tags.set(name, value);
  }
  const name = (tag: string) => tags.get(tag) ?? "?";
  return {
    text: "\n".repeat(above) + lines.join("\n"),
    players: `${name("White")} – ${name("Black")}`,
    result: tags.get("Result") ?? "*",
  };
}

interface JsonRecord {
  readonly tags?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** The games of a file in JSON, each as a file of its own; undefined if it is no list. Errors are left to the rules. */
function jsonGames(text: string): FileGame[] | undefined {
  if (!/^\s*\[\s*\{/.test(text)) return undefined;
  try {
    return (JSON.parse(text) as readonly JsonRecord[]).map((record) => {
      const name = (tag: string) => {
        const value = record.tags?.[tag];
        return typeof value === "string" ? value : "?";
      };
      return {
        text: JSON.stringify(record),
        players: `${name("White")} – ${name("Black")}`,
        result: typeof record.result === "string" ? record.result : "*",
      };
    });
  } catch {
    return undefined;
  }
}

/** The games of a file: in PGN, tags after moves begin the next one. */
export function gamesIn(text: string): FileGame[] {
  const records = jsonGames(text);
  if (records && records.length > 1) return records;
  const games: FileGame[] = [];
  const lines = text.split(/\r?\n/);
  let [begin, hasMoves, isOpen] = [0, false, false];
  lines.forEach((line, index) => {
    const isTag = !isOpen && TAG.test(line);
    if (isTag && hasMoves) {
      games.push(toGame(lines.slice(begin, index), begin));
      [begin, hasMoves] = [index, false];
    } else if (!isTag && (isOpen || /^[^%;\s]/.test(line.trim()))) hasMoves = true;
    if (!isTag) isOpen = isInComment(line, isOpen);
  });
  return [...games, toGame(lines.slice(begin), begin)];
}

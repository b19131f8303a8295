/** Finds which texts of `src/i18n` the pages use, by following property accesses from the roots of the texts. */
import ts from "typescript";

/** Where a collection of texts enters a file: an expression that gives it, and the type of parameters that hold it. */
export type Roots = Readonly<Record<string, { readonly expression: RegExp; readonly type: string }>>;

/** The paths that the sources name (`play.undo`), and the groups from which they pick by a computed key (`play`). */
export interface Usage {
  readonly named: ReadonlySet<string>;
  readonly computed: ReadonlySet<string>;
}

const PATH = String.raw`((?:\s*\??\.\s*[A-Za-z_$][\w$]*)*)`;
const LEFT = String.raw`(?<![\w$.])`;

const pathOf = (text: string) => text.replace(/[\s?]/g, "").split(".").filter(Boolean);

const withoutComments = (source: string) =>
  source.replace(/(?<=^|[\s{])\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gm, "");

/** The usage in one file, each path beginning with the name of its collection. */
function usageOf(file: string, roots: Roots, named: Set<string>, computed: Set<string>): void {
  const source = withoutComments(file);
  /** Expressions and the paths of what they give. */
  const known = Object.entries(roots).flatMap(([name, { expression, type }]) => [
    { expression: expression.source, path: [name] },
    ...Array.from(
      source.matchAll(new RegExp(String.raw`([\w$]+): ${type}\b`, "g")),
      ([, parameter = ""]) => ({
        expression: String.raw`${parameter}\b`,
        path: [name],
      }),
    ),
  ]);
  for (let index = 0; index < known.length; index += 1) {
    const { expression, path } = known[index] ?? { expression: "$^", path: [] };
    // `const t = $derived(ROOT.group)` and `const t = ROOT.group` give the group another name in this file.
    const alias = new RegExp(
      String.raw`(?:const|let)\s+([\w$]+)\s*=\s*(?:\$derived\(\s*)?${LEFT}${expression}${PATH}\s*\)?\s*;`,
      "g",
    );
    for (const [, name = "", rest = ""] of source.matchAll(alias)) {
      known.push({ expression: String.raw`${name}\b`, path: [...path, ...pathOf(rest)] });
    }
    const destructured = new RegExp(String.raw`\{([^{}]*)\}\s*=\s*${LEFT}${expression}${PATH}\s*;`, "g");
    for (const [, keys = "", rest = ""] of source.matchAll(destructured)) {
      for (const entry of keys.split(",")) {
        const [key = "", name = key] = entry.split(":").map((part) => part.trim());
        if (key === "") continue;
        const full = [...path, ...pathOf(rest), key];
        named.add(full.join("."));
        known.push({ expression: String.raw`${name}\b`, path: full });
      }
    }
    const access = new RegExp(String.raw`${LEFT}${expression}${PATH}(\s*\[)?`, "g");
    for (const [, rest = "", bracket] of source.matchAll(access)) {
      const full = [...path, ...pathOf(rest)];
      for (let length = 1; length <= full.length; length += 1) named.add(full.slice(0, length).join("."));
      if (bracket !== undefined) computed.add(full.join("."));
    }
  }
}

export function textUsage(files: readonly string[], roots: Roots): Usage {
  const [named, computed] = [new Set<string>(), new Set<string>()];
  for (const file of files) usageOf(file, roots, named, computed);
  return { named, computed };
}

/** The paths of all texts in a collection. */
export const leaves = (texts: object, before: string): string[] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === "object" && text !== null ? leaves(text, `${before}.${key}`) : [`${before}.${key}`],
  );

/**
 * The groups of a file of texts whose keys the compiler compares with a union: `{ … } satisfies Record<Union, …>`. Only
 * such a group may be read by a computed key (`t.labels[label]`): another one could hold texts that nothing uses.
 */
export function exactGroups(source: string, collection: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, path: readonly string[]): void => {
    if (ts.isPropertyAssignment(node)) {
      const here = [...path, node.name.getText().replaceAll('"', "")];
      if (
        ts.isSatisfiesExpression(node.initializer) &&
        /^Record<(?!string\b)/.test(node.initializer.type.getText())
      )
        found.push(here.join("."));
      return visit(node.initializer, here);
    }
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(ts.createSourceFile("texts.ts", source, ts.ScriptTarget.Latest, true), [collection]);
  return found;
}

/** The groups of a collection that files read by a computed key. */
export function computedGroups(collection: string, texts: object, { computed }: Usage): string[] {
  const groups = new Set(leaves(texts, collection).map((path) => path.slice(0, path.lastIndexOf("."))));
  return [...groups].filter((group) => computed.has(group));
}

/** The texts of a collection that no file uses. In a group that is read by a computed key, all are used. */
export const unusedTexts = (collection: string, texts: object, { named, computed }: Usage): string[] =>
  leaves(texts, collection).filter(
    (path) => !named.has(path) && !computed.has(path.slice(0, path.lastIndexOf("."))),
  );

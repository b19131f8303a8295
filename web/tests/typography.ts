/** Checks the typography of texts for people, and finds these texts in the source. */
import { parse, type AST } from "svelte/compiler";
import ts from "typescript";

export type Lang = "en" | "fr";

/** The narrow no-break space. */
const NARROW = "\u202f";

/** A rule is broken where its pattern matches. */
interface Rule {
  readonly problem: string;
  readonly pattern: RegExp;
}

const COMMON: readonly Rule[] = [
  { problem: "a straight apostrophe or quotation mark", pattern: /['"]/ },
  { problem: "three points instead of an ellipsis", pattern: /\.\.\./ },
  { problem: "two spaces", pattern: /[ \u00a0\u202f]{2}/ },
  { problem: "an exclamation mark", pattern: /!/ },
  { problem: "a no-break space that is not narrow", pattern: /\u00a0/ },
  // What an automatic renaming leaves in a text.
  { problem: "a name of the program", pattern: /\p{Ll}(?!X)\p{Lu}\p{Ll}|\w_\w/u },
];

const RULES: Readonly<Record<Lang, readonly Rule[]>> = {
  en: [
    ...COMMON,
    { problem: "a space before punctuation", pattern: /[ \u202f][;:?,.](?!\d)/ },
    { problem: "French quotation marks", pattern: /[«»]/ },
  ],
  fr: [
    ...COMMON,
    // A time (12:30) and an address have none.
    { problem: "no narrow no-break space before ; : ?", pattern: /(?<!\u202f)(?:[;?]|:(?!\/\/|\d))/ },
    { problem: "no narrow no-break space inside « »", pattern: /«(?!\u202f)|(?<!\u202f)»/ },
    { problem: "a space before a comma or a full stop", pattern: /[ \u202f][,.]/ },
    { problem: "English quotation marks", pattern: /[“”]/ },
    // An interpolated number is an X.
    { problem: "no narrow no-break space before a unit", pattern: /[\dX] (?:%|s|min|h|j)(?![\p{L}\d’-])/u },
    { problem: "no narrow no-break space between thousands", pattern: /\d \d{3}(?!\d)/ },
  ],
};

/** The typographical errors of a text. */
export const typographyProblems = (text: string, lang: Lang): string[] =>
  RULES[lang].filter(({ pattern }) => pattern.test(text)).map(({ problem }) => problem);

/** Whether a condition selects French: `fr`, `lang === "fr"`, `i18n.lang === "fr"`. */
const asksForFrench = (condition: ts.Expression): boolean =>
  /^(?:fr|(?:[\w.#]+\.)?#?lang === "fr")$/.test(condition.getText());

function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  // An interpolated value counts as a letter, so that the text around it is checked as it will be read.
  return node.head.text + node.templateSpans.map((span) => `X${span.literal.text}`).join("");
}

/**
 * The texts of one language in TypeScript source: values of properties `en` and `fr`, both branches of a condition that
 * asks for French, or, with `whole`, every literal of the file.
 */
export function textsIn(source: string, lang: Lang, whole = false): string[] {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, current: Lang | undefined): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return;
    if (ts.isConditionalExpression(node) && asksForFrench(node.condition)) {
      visit(node.whenTrue, "fr");
      visit(node.whenFalse, "en");
      return;
    }
    if (ts.isIfStatement(node) && asksForFrench(node.expression)) {
      visit(node.thenStatement, "fr");
      if (node.elseStatement) visit(node.elseStatement, "en");
      return;
    }
    // Literals in conditions and comparisons are values of the program, not texts.
    if (ts.isConditionalExpression(node)) {
      visit(node.whenTrue, current);
      visit(node.whenFalse, current);
      return;
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken)
      return;
    if (ts.isPropertyAssignment(node)) {
      const name = node.name.getText();
      visit(node.initializer, name === "fr" || name === "en" ? name : current);
      return;
    }
    const text = literalText(node);
    if (text !== undefined && current === lang) found.push(text);
    ts.forEachChild(node, (child) => visit(child, current));
  };
  visit(file, whole ? lang : undefined);
  return found;
}

/** Punctuation that the markup of a page adds to a text: French has a space before it, so it belongs to the text. */
export function markupProblems(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const [index, child] of node.entries() as IterableIterator<[number, Partial<AST.Text>]>) {
        const before = (node[index - 1] as { type?: string } | undefined)?.type;
        if (before === "ExpressionTag" && child.type === "Text" && /^\s?[:;?!]/.test(child.data ?? ""))
          found.push(source.slice((child.start ?? 0) - 20, (child.start ?? 0) + 5));
      }
      node.forEach(visit);
    } else if (typeof node === "object" && node !== null) {
      // Attributes are values of the program, such as styles.
      for (const [key, child] of Object.entries(node)) if (key !== "attributes") visit(child);
    }
  };
  visit(parse(source, { modern: true }).fragment);
  return found;
}

export const narrow = (text: string): string => text.replaceAll("~", NARROW);

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = ["tokens.css", "boards.css"]
  .map((name) => readFileSync(new URL(name, import.meta.url), "utf8"))
  .join("\n")
  .replace(/\/\*[^]*?\*\//g, "");

type Colours = Record<string, string>;

/** The custom properties of a rule outside media queries; `side` selects from `light-dark()`. */
function coloursOf(selector: string, side: 0 | 1): Colours {
  const colours: Colours = {};
  const rule = new RegExp(`^([^{}@]*)\\{([^{}]*)\\}`, "gm");
  for (const [, selectors = "", body = ""] of css
    .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "")
    .matchAll(rule)) {
    if (!selectors.split(",").some((one) => one.trim() === selector)) continue;
    for (const [, name = "", value = ""] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
      const pair = /^light-dark\(([^,]+),\s*([^)]+)\)$/.exec(value);
      colours[name] = (pair ? pair[1 + side] : value)?.trim() ?? "";
    }
  }
  return colours;
}

function luminance(hex: string): number {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(hex)?.[1];
  if (digits === undefined) throw new Error(`not a colour: ${hex}`);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const value = parseInt(full.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, two: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const TEXT = [
  ["--ink", "--bg"],
  ["--ink", "--surface-2"],
  ["--ink-2", "--bg-2"],
  ["--ink-2", "--surface"],
  ["--ink-2", "--surface-2"],
  ["--ink", "--accent-soft"],
  ["--on-accent", "--accent"],
  ["--on-danger", "--danger"],
  ["--accent", "--surface"],
  ["--danger", "--surface"],
  ["--danger", "--bg-2"],
  ["--danger", "--danger-soft"],
  ["--river", "--surface"],
  ["--river", "--bg-2"],
  ["--river", "--river-soft"],
  ["--good", "--surface"],
  ["--frame-ink", "--frame"],
  ["--tray-ink", "--tray"],
] as const;
const SHAPES = [
  ["--line-strong", "--surface"],
  ["--line-strong", "--surface-2"],
  ["--m-move", "--field"],
  ["--m-reply", "--field"],
  ["--m-forbid", "--field"],
  ["--m-move", "--field-2"],
  ["--m-reply", "--field-2"],
  ["--m-forbid", "--field-2"],
] as const;

const BOARDS = ["teak", "bamboo", "slate", "contrast"];

describe.each(["light", "dark"] as const)("colours of the %s scheme", (scheme) => {
  const side = scheme === "light" ? 0 : 1;
  const base = coloursOf(":root", side);
  const variants: [string, Colours][] = [
    ...BOARDS.map((board): [string, Colours] => [board, coloursOf(`[data-board="${board}"]`, side)]),
    ["more contrast", coloursOf('[data-contrast="more"]', side)],
  ];

  it.each(variants)("have enough contrast: %s", (_name, over) => {
    const colours = { ...base, ...over };
    const weak = [
      ...TEXT.map((pair) => [...pair, 4.5] as const),
      ...SHAPES.map((pair) => [...pair, 3] as const),
    ]
      .map(([one, two, least]) => ({
        pair: `${one} on ${two}`,
        least,
        found: contrast(colours[one] ?? "", colours[two] ?? ""),
      }))
      .filter(({ found, least }) => found < least)
      .map(({ pair, found }) => `${pair}: ${found.toFixed(2)}`);
    expect(weak).toEqual([]);
  });
});

describe.each([0, 1] as const)("with high contrast, in scheme %i", (side) => {
  it.each(['[data-contrast="more"]', '[data-board="contrast"]'])(
    "light pieces have a dark edge: %s",
    (theme) => {
      const colours = { ...coloursOf(":root", side), ...coloursOf(theme, side) };
      for (const ground of ["--field", "--field-2", "--tray"])
        expect(contrast(colours["--edge"] ?? "", colours[ground] ?? ""), ground).toBeGreaterThan(7);
    },
  );
});

it("every board theme but the first has its own colours", () => {
  for (const board of BOARDS.slice(1))
    expect(Object.keys(coloursOf(`[data-board="${board}"]`, 0)).length).toBeGreaterThan(5);
});

describe("custom properties", () => {
  const root = new URL("..", import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(svelte|css|ts)$/.test(path) && !path.endsWith(".test.ts"))
    .map((path) => [path, readFileSync(new URL(path, root), "utf8")] as const);
  const found = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const used = new Set(sources.flatMap(([, text]) => found(/var\((--[\w-]+)/g, text)));

  it("are defined wherever they are used", () => {
    const defined = new Set(sources.flatMap(([, text]) => found(/(--[\w-]+)(?:[:=]|": )/g, text)));
    expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  });

  it("have one meaning: no part of the page redefines a token", () => {
    const tokens = new Set(found(/(--[\w-]+):/g, css));
    const themes = /\/(tokens|boards|print)\.css$/;
    const again = sources
      .filter(([path]) => !themes.test(path))
      .flatMap(([path, text]) =>
        found(/(--[\w-]+)(?:[:=]|": )/g, text)
          .filter((name) => tokens.has(name))
          .map((name) => `${path}: ${name}`),
      );
    expect(again).toEqual([]);
  });

  it("of the design system are all used", () => {
    expect(found(/(--[\w-]+):/g, css).filter((name) => !used.has(name))).toEqual([]);
  });
});

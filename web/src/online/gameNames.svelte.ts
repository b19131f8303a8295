/** The names of variants and sides in the current language. The rules library, which has them, is loaded only if one is shown. */
import { SvelteMap } from "svelte/reactivity";
import { i18n, type Lang } from "../i18n/index.svelte";
import { games } from "../rules/client";
import type { GameInfo } from "../rules/types";

const loaded = new SvelteMap<Lang, readonly GameInfo[]>();
const requested = new Set<Lang>();

async function load(lang: Lang): Promise<void> {
  if (requested.has(lang)) return;
  requested.add(lang);
  try {
    loaded.set(lang, await games(lang));
  } catch {
    requested.delete(lang);
  }
}

function infoOf(game: string): GameInfo | undefined {
  void load(i18n.lang);
  return loaded.get(i18n.lang)?.find(({ id }) => id === game);
}

/** The names of these variants of a game; empty until the rules library is loaded. */
export function variantTitles(game: string, variants: readonly string[]): string[] {
  if (variants.length === 0) return [];
  const known = infoOf(game)?.variants ?? [];
  return variants.flatMap((variant) => known.find(({ id }) => id === variant)?.title ?? []);
}

/** The names of the two sides of a game; undefined until the rules library is loaded. */
export const seatNames = (game: string): readonly [string, string] | undefined => infoOf(game)?.seats;

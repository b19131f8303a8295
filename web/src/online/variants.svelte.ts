/** The names of variants in the current language, from the rules library. It is loaded only if a variant is shown. */
import { SvelteMap } from "svelte/reactivity";
import { i18n, type Lang } from "../i18n/index.svelte";
import { games } from "../rules/client";

const titles = new SvelteMap<string, string>();
const asked = new Set<Lang>();

async function load(lang: Lang): Promise<void> {
  if (asked.has(lang)) return;
  asked.add(lang);
  try {
    for (const { id, variants } of await games(lang)) {
      for (const variant of variants) titles.set(`${lang}/${id}/${variant.id}`, variant.title ?? variant.id);
    }
  } catch {
    asked.delete(lang);
  }
}

/** The names of these variants of a game; empty until the rules library is loaded. */
export function variantTitles(game: string, variants: readonly string[]): string[] {
  if (variants.length > 0) void load(i18n.lang);
  return variants.flatMap((id) => titles.get(`${i18n.lang}/${game}/${id}`) ?? []);
}

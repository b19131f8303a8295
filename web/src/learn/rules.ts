import pages from "mekong:rules";
import type { RulePage } from "../../build/rule-pages";
import type { Lang } from "../i18n/index.svelte";

/** The rules of a game, made from the README files beside the rules themselves. */
export async function loadRules(game: string, lang: Lang): Promise<RulePage | undefined> {
  return (await pages[game]?.[lang]())?.default;
}

import type { RulePage } from "../../build/rule-pages";
import type { Lang } from "../i18n/index.svelte";

type Load = () => Promise<{ default: RulePage }>;

/** The rules in both languages, made from the texts beside the rules themselves. */
const PAGES: Readonly<Record<string, Readonly<Record<Lang, Load>>>> = {
  siam: { en: () => import("mekong:rules/siam/en"), fr: () => import("mekong:rules/siam/fr") },
  samliam: { en: () => import("mekong:rules/samliam/en"), fr: () => import("mekong:rules/samliam/fr") },
  saigon: { en: () => import("mekong:rules/saigon/en"), fr: () => import("mekong:rules/saigon/fr") },
  palam: { en: () => import("mekong:rules/palam/en"), fr: () => import("mekong:rules/palam/fr") },
};

export async function loadRules(game: string, lang: Lang): Promise<RulePage | undefined> {
  return (await PAGES[game]?.[lang]())?.default;
}

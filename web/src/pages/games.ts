import type { Lang } from "../i18n/index.svelte";

/** What the first page says of the games, before the rules library is loaded. A test compares it with what that says. */
export const GAMES: readonly {
  readonly id: string;
  readonly title: string;
  readonly credit: string;
  readonly summary: Readonly<Record<Lang, string>>;
}[] = [
  {
    id: "siam",
    title: "Siam",
    credit: "Didier Dhorbait · Ferti, 2005",
    summary: {
      en: "Elephants and rhinos push rocks off a board of five by five.",
      fr: "Éléphants et rhinocéros poussent des rochers hors d'un plateau de cinq sur cinq.",
    },
  },
];

import { puzzles as en, type PuzzleTexts } from "../i18n/en/puzzles";
import { puzzles as fr } from "../i18n/fr/puzzles";
import type { Lang } from "../i18n/index.svelte";

export const puzzleTexts = (lang: Lang): PuzzleTexts => (lang === "fr" ? fr : en);

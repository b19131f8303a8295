import { puzzles as en } from "./en/puzzles";
import { puzzles as fr } from "./fr/puzzles";
import { texts } from "./index.svelte";

export const puzzleTexts = texts(en, fr);

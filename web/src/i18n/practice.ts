import { practice as en } from "./en/practice";
import { practice as fr } from "./fr/practice";
import { texts } from "./index.svelte";

export const practiceTexts = texts(en, fr);

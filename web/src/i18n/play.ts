import { play as en } from "./en/play";
import { play as fr } from "./fr/play";
import { texts } from "./index.svelte";

export const playTexts = texts(en, fr);

import { explorer as en } from "./en/explorer";
import { explorer as fr } from "./fr/explorer";
import { texts } from "./index.svelte";

export const explorerTexts = texts(en, fr);

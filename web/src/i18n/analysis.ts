import { analysis as en } from "./en/analysis";
import { analysis as fr } from "./fr/analysis";
import { texts } from "./index.svelte";

export const analysisTexts = texts(en, fr);

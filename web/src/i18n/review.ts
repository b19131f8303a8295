import { review as en } from "./en/review";
import { review as fr } from "./fr/review";
import { texts } from "./index.svelte";

export const reviewTexts = texts(en, fr);

import { learn as en } from "./en/learn";
import { learn as fr } from "./fr/learn";
import { texts } from "./index.svelte";

export const learnTexts = texts(en, fr);

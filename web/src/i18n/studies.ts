import { studies as en } from "./en/studies";
import { studies as fr } from "./fr/studies";
import { texts } from "./index.svelte";

export const studiesTexts = texts(en, fr);

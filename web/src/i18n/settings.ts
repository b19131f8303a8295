import { settings as en } from "./en/settings";
import { settings as fr } from "./fr/settings";
import { texts } from "./index.svelte";

export const settingsTexts = texts(en, fr);

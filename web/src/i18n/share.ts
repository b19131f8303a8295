import { share as en } from "./en/share";
import { share as fr } from "./fr/share";
import { texts } from "./index.svelte";

export const shareTexts = texts(en, fr);

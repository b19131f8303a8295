import { online as en } from "./en/online";
import { online as fr } from "./fr/online";
import { texts } from "./index.svelte";

export const onlineTexts = texts(en, fr);

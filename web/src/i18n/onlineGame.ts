import { onlineGame as en } from "./en/onlineGame";
import { onlineGame as fr } from "./fr/onlineGame";
import { texts } from "./index.svelte";

export const onlineGameTexts = texts(en, fr);

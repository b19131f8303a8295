import { tablebase as en } from "./en/tablebase";
import { tablebase as fr } from "./fr/tablebase";
import { texts } from "./index.svelte";

export const tablebaseTexts = texts(en, fr);

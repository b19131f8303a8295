/** Parts of games that only some pages need: how positions are set up, and what is printed. */
import type { PositionEditor } from "../board/editor";
import type { PrintKit } from "../board/print";

const editors = import.meta.glob<PositionEditor>("./*/editor.ts", { import: "editor" });
const kits = import.meta.glob<PrintKit>("./*/print.ts", { import: "print" });

/** Loads how positions of a game are set up on its board; a game without it has only the text. */
export const loadEditor = (id: string): Promise<PositionEditor> | undefined =>
  editors[`./${id}/editor.ts`]?.();

/** Loads what of a game is printed; a game without it has only its rules on paper. */
export const loadPrint = (id: string): Promise<PrintKit> | undefined => kits[`./${id}/print.ts`]?.();

/** Moves in words, for those who have only the texts of a game. */
import type { GameView } from "./types";
import type { Lang } from "../i18n/index.svelte";
import { show, type Place } from "../rules/client";

/** The last of the moves in words. */
export async function tellMove(view: GameView, place: Place, lang: Lang): Promise<string> {
  const moves = place.moves ?? [];
  const last = moves.at(-1);
  if (last === undefined) return "";
  const [before, after] = await Promise.all([
    show({ ...place, moves: moves.slice(0, -1) }, lang),
    show(place, lang),
  ]);
  return view.sentence(last, before.position, after.position, lang);
}

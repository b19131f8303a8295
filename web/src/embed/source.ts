/** The game that an embedded board shows, from its address. */
import type { Lang } from "../i18n/index.svelte";
import { seatName } from "../online/format";
import { api } from "../net/api";
import { show } from "../rules/client";
import { analysisLink } from "../share/shared";

/** A game to show. */
export interface Embedded {
  readonly game: string;
  readonly variant: readonly string[];
  readonly position?: string;
  readonly seed?: number;
  readonly moves: readonly string[];
  /** The number of moves to show at first. */
  readonly ply: number;
  /** The players; undefined if they are not known. */
  readonly names?: readonly [string, string];
  /** The page of the game. */
  readonly href: string;
  /** Whether more moves may follow. */
  readonly isLive: boolean;
}

/** The game of `/embed/game/ID`. */
export async function fromServer(id: string): Promise<Embedded> {
  const game = await api.getGame(id);
  return {
    game: game.game,
    variant: game.variants,
    position: game.start_position,
    moves: game.moves,
    ply: game.moves.length,
    names: [seatName(game.players.p1), seatName(game.players.p2)],
    href: `/game/${id}`,
    isLive: game.end === null,
  };
}

/** The game of `/embed/GAME?position=…|moves=…`. Throws if the rules refuse it. */
export async function fromAddress(game: string, query: URLSearchParams, lang: Lang): Promise<Embedded> {
  const words = (name: string, separator: RegExp) => query.get(name)?.split(separator).filter(Boolean) ?? [];
  const [position, seed] = [query.get("position"), query.get("seed")];
  const moves = words("moves", /\s+/);
  const spec = {
    game,
    variant: words("variant", /,/),
    ...(position !== null ? { position } : {}),
    ...(position === null && seed !== null && /^\d{1,15}$/.test(seed) ? { seed: Number(seed) } : {}),
    moves,
  };
  const { start } = await show(spec, lang);
  const wanted = Number(query.get("ply") ?? moves.length);
  const ply = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 0), moves.length) : moves.length;
  // The deal is fixed by its position: a game without a seed would be dealt again for every move.
  const { seed: _, ...rest } = { seed: undefined, ...spec };
  return {
    ...rest,
    position: start,
    ply,
    href: analysisLink({ ...spec, ply }) ?? `/analysis/${game}`,
    isLive: false,
  };
}

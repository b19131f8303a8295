/** What is shared: a game or a position, and its addresses. */
import type { Lang } from "../i18n/index.svelte";

/** A game, and the position of it that is shown. */
export interface SharedGame {
  readonly game: string;
  readonly variant: readonly string[];
  /** The starting position, if it is not the standard one. */
  readonly position?: string | undefined;
  /** The deal, for games with a deal. */
  readonly seed?: number | undefined;
  /** All moves. */
  readonly moves: readonly string[];
  /** The number of moves on the board. */
  readonly ply: number;
  /** The text of the position on the board. */
  readonly shown: string;
  /** The id of a game on the server. */
  readonly id?: string | undefined;
}

/** Some programs truncate longer addresses. */
const MAX_LINK_LENGTH = 2000;

/** The parameters that describe a game. */
export function parameters(game: Omit<SharedGame, "game" | "shown" | "id">): URLSearchParams {
  const query = new URLSearchParams();
  if (game.variant.length > 0) query.set("variant", game.variant.join(","));
  if (game.position !== undefined) query.set("position", game.position);
  else if (game.seed !== undefined) query.set("seed", String(game.seed));
  if (game.moves.length > 0) query.set("moves", game.moves.join(" "));
  if (game.ply < game.moves.length) query.set("ply", String(game.ply));
  return query;
}

const withQuery = (path: string, query: URLSearchParams): string =>
  `${path}${query.size === 0 ? "" : `?${query}`}`;

const ifShort = (address: string): string | undefined =>
  address.length <= MAX_LINK_LENGTH ? address : undefined;

/** The address at which a game can be replayed and analysed; undefined if it would be too long. */
export const analysisLink = (game: Omit<SharedGame, "shown">, origin = location.origin): string | undefined =>
  ifShort(withQuery(`${origin}/analysis/${game.game}`, parameters(game)));

/** The address to share: of the game on the server, or of a copy that can be replayed. */
export const linkOf = (game: SharedGame, origin = location.origin): string | undefined =>
  game.id === undefined ? analysisLink(game, origin) : `${origin}/game/${game.id}`;

/** The address of the page that other sites can show; undefined if it would be too long. */
export const embedLink = (game: SharedGame, origin = location.origin): string | undefined =>
  game.id === undefined
    ? ifShort(withQuery(`${origin}/embed/${game.game}`, parameters(game)))
    : `${origin}/embed/game/${game.id}`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);

/** The code that shows the game in another page. */
export function embedCode(game: SharedGame, title: string, origin = location.origin): string | undefined {
  const link = embedLink(game, origin);
  if (link === undefined) return undefined;
  return `<iframe src="${escaped(link)}" title="${escaped(title)}" width="480" height="600" style="border: 0" loading="lazy"></iframe>`;
}

/** The address of a picture of a position. */
export function pictureAddress(
  { game, variant }: Pick<SharedGame, "game" | "variant">,
  position: string,
  format: "svg" | "png",
  lang: Lang,
): string {
  const query = new URLSearchParams({ position, lang });
  if (variant.length > 0) query.set("variant", variant.join(","));
  return `/api/picture/${game}.${format}?${query}`;
}

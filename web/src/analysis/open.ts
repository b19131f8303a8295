/** Opens an analysis from a link, a text, a file or a game on the server. */
import { api, ApiError } from "../net/api";
import type { AnalysisView } from "../net/schema";
import { readPgn, show } from "../rules/client";
import type { GameRecord, Review } from "../rules/types";
import type { Lang } from "../i18n/index.svelte";
import { gameId } from "../review/history";
import { treeOf } from "./record";
import type { Base, Content } from "./analysis.svelte";
import { EMPTY, lineTree, mainLine, toEnd } from "./tree";

/** The content of an address; undefined if it has none. Throws if the rules refuse it. */
export async function fromLink(
  game: string,
  query: URLSearchParams,
  lang: Lang,
): Promise<Content | undefined> {
  const [variant, position, seed] = [query.get("variant"), query.get("position"), query.get("seed")];
  const moves = query.get("moves")?.split(/\s+/).filter(Boolean) ?? [];
  if (variant === null && position === null && seed === null && !query.has("moves")) return undefined;
  const base: Base = {
    game,
    variant: variant?.split(",").filter(Boolean) ?? [],
    ...(position !== null ? { position } : {}),
    ...(position === null && seed !== null && /^\d{1,15}$/.test(seed) ? { seed: Number(seed) } : {}),
  };
  await show({ ...base, moves }, lang);
  const ply = Math.min(Number(query.get("ply") ?? moves.length) || 0, moves.length);
  const content: Content = {
    base: await withSeed(base, lang),
    cursor: { tree: lineTree(moves), path: Array<number>(ply).fill(0) },
  };
  return withOwner(content, query.get("side"));
}

/** Notes which side of the game the user has played, if that is known. */
export function withOwner(content: Content, side: string | null): Content {
  if (side !== "p1" && side !== "p2") return content;
  const id = gameId({ ...content.base, moves: mainLine(content.cursor.tree) });
  return { ...content, own: { side, id } };
}

/** Gives a game with a deal a fixed seed. */
export async function withSeed(base: Base, lang: Lang): Promise<Base> {
  if (base.position !== undefined || base.seed !== undefined) return base;
  const { seed } = await show({ ...base }, lang);
  return seed === undefined ? base : { ...base, seed };
}

/** The content of a pasted text: PGN, a position or moves. Throws with the reason. */
export async function fromText(text: string, base: Base, lang: Lang): Promise<Content> {
  const trimmed = text.trim();
  if (/^\s*([[{]|\d+\.)/m.test(trimmed)) return fromPgn(text, lang);
  if (trimmed.includes("/")) {
    const { game, variant } = base;
    const set: Base = { game, variant, position: trimmed };
    await show(set, lang);
    return { base: set, cursor: { tree: EMPTY, path: [] } };
  }
  const moves = trimmed.split(/\s+/).filter(Boolean);
  const start = await withSeed(base, lang);
  await show({ ...start, moves }, lang);
  return { base: start, cursor: { tree: lineTree(moves), path: moves.map(() => 0) } };
}

export async function fromPgn(pgn: string, lang: Lang): Promise<Content> {
  const { game, variant, position, record } = await readPgn(pgn, lang);
  const tree = treeOf(record);
  const usual = record.tags["FEN"] === undefined;
  const base: Base = { game, variant, ...(usual ? {} : { position }) };
  return { base, cursor: { tree, path: toEnd(tree) }, record };
}

/** A game that cannot be loaded from the server. */
export class GameUnavailable extends Error {
  readonly reason: "not-found" | "offline";

  constructor(reason: GameUnavailable["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** Whether the game was imported, and by whom. */
function importOf(record: GameRecord | undefined): { imported?: { by?: string } } {
  const { Event: event, ImportedBy: by } = record?.tags ?? {};
  if (event !== "Imported game") return {};
  return { imported: by === undefined ? {} : { by } };
}

/** A complete analysis of the server as a review. */
function reviewOf(analysis: AnalysisView | undefined): { review?: Review } {
  if (!analysis?.is_done || analysis.players === null || analysis.p1_win_chance === null) return {};
  const { moves, p1_win_chance, players, turning_points } = analysis;
  return { review: { moves, p1_win_chance, players, turning_points } };
}

/** A game of the server with its analysis. */
export async function fromServer(id: string, lang: Lang): Promise<Content> {
  const pgn = await api.pgn(id).catch((error: unknown) => {
    throw new GameUnavailable(error instanceof ApiError && error.status === 404 ? "not-found" : "offline");
  });
  const content = await fromPgn(pgn, lang);
  const isOver = content.record?.result !== "*";
  const analysis = isOver ? await api.analysis(id).catch(() => undefined) : undefined;
  return { ...content, online: { id, isOver, ...importOf(content.record) }, ...reviewOf(analysis) };
}

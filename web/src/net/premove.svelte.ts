/** A move chosen during the opponent's turn in a live game: it is played as soon as it is legal, and dropped otherwise. */
import type { Lang } from "../i18n/index.svelte";
import type { GameBoard } from "../board/types";
import { describeMove, show, type PositionSpec } from "../rules/client";
import type { InsightMark } from "../rules/insight";
import { whileCurrent } from "../rules/latest.svelte";
import type { Snapshot } from "../rules/types";
import type { OnlineGame } from "./game.svelte";

/** The maximum number of replies after which legal moves are looked up. */
const MAX_REPLIES = 60;

/** The maximum number of replies after which a premove is drawn. */
const MAX_DRAWN = 9;

/** What is drawn after most replies: a reply may change where the piece lands. */
export function mostFrequent<T>(drawn: readonly T[]): T | undefined {
  const texts = drawn.map((one) => JSON.stringify(one));
  const countOf = (text: string) => texts.filter((other) => other === text).length;
  const counts = texts.map(countOf);
  return drawn[counts.indexOf(Math.max(...counts))];
}

export class Premove {
  readonly #game: OnlineGame;
  move = $state.raw<string>();
  /** Whether the last premove was dropped. */
  isDropped = $state(false);
  /** The position with the moves that could be legal after the opponent's move; undefined while none can be premoved. */
  snapshot = $state.raw<Snapshot>();
  /** The move as the rules draw it, once they have. */
  #drawn = $state.raw<readonly InsightMark[]>();
  /** Positions in which each move is legal. */
  #legalIn = new Map<string, PositionSpec[]>();
  #stopDrawing: () => void = () => undefined;
  #latest = 0;

  constructor(game: OnlineGame) {
    this.#game = game;
  }

  /** Whether a move can be premoved now. */
  get isPossible(): boolean {
    const { isLive, isOver, isReviewing, you, turn, pending } = this.#game;
    return isLive && !isOver && !isReviewing && you !== null && turn !== null && turn !== you && !pending;
  }

  /**
   * What can be chosen on the board. A push to a place and a step there begin with the same choices, and which of them is
   * legal depends on the answer: the one with more choices is offered.
   */
  choices(gameBoard: GameBoard): Snapshot | undefined {
    const { snapshot } = this;
    if (!snapshot) return undefined;
    const paths = gameBoard
      .paths(snapshot)
      .map(({ move, steps }) => ({ move, keys: steps.map(({ key }) => key) }));
    const begun = new Set(
      paths.flatMap(({ keys }) => keys.slice(1).map((_, index) => keys.slice(0, index + 1).join(" "))),
    );
    const hidden = new Set(paths.filter(({ keys }) => begun.has(keys.join(" "))).map(({ move }) => move));
    const { position, turn } = snapshot;
    return {
      ...snapshot,
      position: (turn && gameBoard.withTurn?.(position, turn)) ?? position,
      legal: snapshot.legal.filter((move) => !hidden.has(move)),
    };
  }

  /** The premove on the board: what would be there or, until the rules have drawn it, an arrow from its first place to its last one. */
  marks(gameBoard: GameBoard): readonly InsightMark[] {
    const { move, snapshot } = this;
    if (move !== undefined && this.#drawn) return this.#drawn;
    const path = snapshot && gameBoard.paths(snapshot).find((path) => path.move === move);
    // Keys of places are kinds and names: `cell:c3`. Marks on what is no place are left out.
    const places = path?.steps.map(({ key }) => key.split(":").at(-1) ?? "") ?? [];
    const [at, to] = [places[0], places.at(-1)];
    if (at === undefined || to === undefined) return [];
    const plain = { owner: null, text: "" };
    return [
      { at, to, kind: "arrow", rank: 2, ...plain },
      ...places.map((at) => ({ at, kind: "ghost" as const, ...plain })),
    ];
  }

  set(move: string, lang: Lang): void {
    [this.move, this.isDropped, this.#drawn] = [move, false, undefined];
    this.#stopDrawing();
    const legalIn = this.#legalIn.get(move) ?? [];
    const positions = legalIn.filter((_, index) => index % Math.ceil(legalIn.length / MAX_DRAWN) === 0);
    const drawings = Promise.all(positions.map((spec) => describeMove(spec, move, lang)));
    this.#stopDrawing = whileCurrent(drawings, (all) => {
      this.#drawn = mostFrequent(all.map(({ marks }) => marks));
    });
  }

  cancel(): void {
    this.move = undefined;
  }

  /** To be called with each new position: plays or drops the premove, or loads the moves that can be premoved. */
  async update(lang: Lang): Promise<void> {
    const game = this.#game;
    const request = ++this.#latest;
    const { latest, you } = game;
    this.snapshot = undefined;
    this.#legalIn = new Map();
    if (game.isOver) {
      [this.move, this.isDropped] = [undefined, false];
      return;
    }
    if (latest && you !== null && latest.turn === you) {
      const { move } = this;
      if (move === undefined || game.pending) return;
      this.move = undefined;
      // A player who looks at an earlier position returns to the game.
      if (game.isReviewing) await game.goTo(game.moves.length);
      if (latest.legal.includes(move)) await game.play(move);
      else this.isDropped = true;
      return;
    }
    if (!latest || !this.isPossible) return;
    const spec = game.positionSpec();
    // Legal moves are known only after the reply: a move that is legal after any reply can be premoved.
    const answers = latest.legal.filter(
      (_, index) => index % Math.ceil(latest.legal.length / MAX_REPLIES) === 0,
    );
    const legalIn = new Map<string, PositionSpec[]>();
    for (const answer of answers) {
      const replied = { ...spec, moves: [...(spec.moves ?? []), answer] };
      const after = await show(replied, lang);
      if (request !== this.#latest) return;
      if (after.turn !== you) continue;
      for (const move of after.legal) legalIn.set(move, [...(legalIn.get(move) ?? []), replied]);
    }
    this.#legalIn = legalIn;
    this.snapshot = { ...latest, turn: you, legal: [...legalIn.keys()] };
  }
}

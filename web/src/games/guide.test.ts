import { describe, expect, it, vi } from "vitest";
import { stubBrowser } from "../../tests/browser";
import { GAMES, loadGameBoard } from ".";
import type { LocalGame } from "../local.svelte";
import { Guide, GUIDED_MOVES } from "../play/guide.svelte";

stubBrowser();

/** A game whose hint is always the move "best". */
function gameOf() {
  const game = {
    moves: [] as string[],
    snapshot: { position: "" },
    hint: { move: undefined as string | undefined, revealMove: vi.fn() },
    positionSpec: () => ({ game: "siam" }),
  };
  game.hint.revealMove.mockImplementation(() =>
    Promise.resolve((game.hint.move = "best")).then(() => undefined),
  );
  return game;
}

/** The player plays, the computer answers, and the next move is explained. */
async function play(guide: Guide, game: ReturnType<typeof gameOf>, ...moves: string[]): Promise<void> {
  game.moves.push(...moves);
  game.snapshot.position = game.moves.join();
  guide.explain(game as unknown as LocalGame, "en");
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
}

describe("the guided opening", () => {
  it("remarks that another move was played, and only then", async () => {
    const [guide, game] = [new Guide(), gameOf()];
    guide.begin("siam");
    game.snapshot.position = "start";
    guide.explain(game as unknown as LocalGame, "en");
    await vi.waitFor(() => expect(game.hint.move).toBe("best"));
    expect([guide.step, guide.hasPlayedOther]).toEqual([1, false]);
    await play(guide, game, "best", "answer");
    expect([guide.step, guide.hasPlayedOther]).toEqual([2, false]);
    await play(guide, game, "other", "answer");
    expect([guide.step, guide.hasPlayedOther]).toEqual([3, true]);
    guide.begin("siam");
    expect(guide.hasPlayedOther).toBe(false);
  });

  it.each(GAMES.filter(({ dev }) => !dev).map(({ id }) => id))(
    "says why at each move of %s",
    async (game) => {
      const board = await loadGameBoard(game);
      expect(board?.guide).toHaveLength(GUIDED_MOVES);
      for (const why of board?.guide ?? []) {
        // Two lines on a phone.
        for (const text of Object.values(why)) expect(text.length).toBeLessThan(90);
        expect(why.en).not.toBe(why.fr);
      }
    },
  );
});

/** What waits for the visitor: games where it is their turn, challenges for them, games that came of theirs. */
import type { Brief, Challenge } from "./wire";

export type Waiting = { readonly address: string; readonly key: string } & (
  | { readonly kind: "turn" | "begun"; readonly game: Brief }
  | { readonly kind: "challenge"; readonly challenge: Challenge }
);

export function waitingFor(
  me: string | null,
  games: Iterable<Brief>,
  begun: ReadonlySet<string>,
  challenges: Iterable<Challenge>,
): Waiting[] {
  const atBoards = [...games].flatMap((game): Waiting[] => {
    const address = `/game/${game.gameId}`;
    // Another turn in the same game is another thing to be told.
    if (game.isMyTurn) return [{ kind: "turn", key: `${address}#${game.ply}`, address, game }];
    return begun.has(game.gameId) ? [{ kind: "begun", key: `${address}#begun`, address, game }] : [];
  });
  const asked = [...challenges]
    .filter(({ to }) => to !== null && to.id === me)
    .map((challenge): Waiting => {
      const address = `/challenge/${challenge.id}`;
      return { kind: "challenge", key: address, address, challenge };
    });
  return [...atBoards, ...asked];
}

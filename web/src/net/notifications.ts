/** Notifications of the user: games where it is their turn, challenges to them, games that started from theirs. */
import type { ChallengeView, GameSummaryView } from "./schema";

export type Notification = { readonly address: string; readonly key: string } & (
  | { readonly kind: "turn" | "started"; readonly game: GameSummaryView }
  | { readonly kind: "challenge"; readonly challenge: ChallengeView }
);

export function notificationsFor(
  me: string | null,
  games: Iterable<GameSummaryView>,
  started: ReadonlySet<string>,
  challenges: Iterable<ChallengeView>,
): Notification[] {
  const atBoards = [...games].flatMap((game): Notification[] => {
    const address = `/game/${game.gameId}`;
    // Each turn of a game is a notification of its own.
    if (game.isMyTurn) return [{ kind: "turn", key: `${address}#${game.ply}`, address, game }];
    return started.has(game.gameId) ? [{ kind: "started", key: `${address}#started`, address, game }] : [];
  });
  const challenged = [...challenges]
    .filter(({ to }) => to !== null && to.id === me)
    .map((challenge): Notification => {
      const address = `/challenge/${challenge.id}`;
      return { kind: "challenge", key: address, address, challenge };
    });
  return [...atBoards, ...challenged];
}

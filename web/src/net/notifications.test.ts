import { describe, expect, it } from "vitest";
import { notificationsFor } from "./notifications";
import type { ChallengeView, GameSummaryView } from "./schema";

const game = (gameId: string, isMyTurn: boolean, ply = 3) =>
  ({ gameId, isMyTurn, ply }) as unknown as GameSummaryView;
const challenge = (id: string, to: string | null) =>
  ({ id, to: to === null ? null : { id: to } }) as unknown as ChallengeView;
const keys = (...what: Parameters<typeof notificationsFor>) =>
  notificationsFor(...what).map(({ key }) => key);

describe("notifications", () => {
  it("include turns, games started from challenges, and incoming challenges", () => {
    const games = [game("one", true), game("two", false), game("three", false)];
    const challenges = [challenge("a", "ann"), challenge("b", "bob"), challenge("c", null)];
    expect(keys("ann", games, new Set(["three"]), challenges)).toEqual([
      "/game/one#3",
      "/game/three#started",
      "/challenge/a",
    ]);
  });

  it("are shown once per turn of a game", () => {
    expect(keys("ann", [game("one", true, 0)], new Set(["one"]), [])).toEqual(["/game/one#0"]);
    expect(keys("ann", [game("one", true, 2)], new Set(["one"]), [])).toEqual(["/game/one#2"]);
  });

  it("are empty for unknown visitors", () => {
    expect(keys(null, [], new Set(), [challenge("c", null)])).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { comparison, gameId, MAX_GAMES, withGame, type ReviewedGame } from "./history";

const game = (id: string, accuracy: number, at = 1): ReviewedGame => ({ id, accuracy, at });

describe("the history of reviewed games", () => {
  it("tells games apart by their start and moves", () => {
    const id = gameId({ game: "siam", moves: ["a", "b"] });
    expect(gameId({ game: "siam", moves: ["a", "b"] })).toBe(id);
    expect(gameId({ game: "siam", moves: ["ab"] })).not.toBe(id);
    expect(gameId({ game: "siam", moves: ["a", "b"], seed: 7 })).not.toBe(id);
    expect(gameId({ game: "siam", variant: ["x"], moves: ["a", "b"] })).not.toBe(id);
  });

  it("has each game once", () => {
    const games = withGame(withGame(withGame([], game("a", 60)), game("b", 70)), game("a", 65, 9));
    expect(games).toEqual([game("a", 65), game("b", 70)]);
  });

  it("keeps the latest games", () => {
    let games: ReviewedGame[] = [];
    for (let number = 0; number < MAX_GAMES + 5; number += 1) games = withGame(games, game(`${number}`, 50));
    expect(games).toHaveLength(MAX_GAMES);
    expect(games.at(-1)?.id).toBe(`${MAX_GAMES + 4}`);
  });
});

describe("the comparison with earlier games", () => {
  const games = [game("a", 60), game("b", 70), game("c", 80), game("d", 10)];

  it("has the mean of the games reviewed before", () => {
    expect(comparison(games, "c")).toEqual({
      ...{ count: 2, mean: 65, difference: 15, isBest: true, recent: [60, 70, 80] },
    });
    expect(comparison(games, "d")).toMatchObject({ count: 3, mean: 70, difference: -60, isBest: false });
  });

  it("is absent for the first game and for unknown ones", () => {
    expect(comparison(games, "a")).toBeUndefined();
    expect(comparison(games, "z")).toBeUndefined();
  });
});

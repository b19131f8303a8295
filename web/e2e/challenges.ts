/** Challenges and games that tests make through the API. */
import { expect, type APIRequestContext } from "@playwright/test";
import type { ChallengeBody, CreatedView, StartedGameView } from "../src/net/schema";

/** A page or a context of a user. */
interface User {
  readonly request: APIRequestContext;
}

/** Creates a challenge: unless the request says otherwise, a link to a game of Siam without a clock. The creator plays first. */
export async function createChallenge(
  page: User,
  request: Partial<ChallengeBody> = {},
): Promise<CreatedView> {
  const data: ChallengeBody = {
    game: "siam",
    side: "first",
    clock: { kind: "none" },
    opponent: { kind: "link" },
    ...request,
  };
  const answer = await page.request.post("/api/challenge", { data });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as CreatedView;
}

/** Accepts a challenge and returns the id of the game. */
export async function acceptChallenge(page: User, id: string | undefined): Promise<string> {
  const answer = await page.request.post(`/api/challenge/${id}/accept`, { data: {} });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as StartedGameView).game;
}

/** Starts a game of two players and returns its id; the first one is to move. */
export async function createGame(
  one: User,
  two: User,
  request: Partial<ChallengeBody> = {},
): Promise<string> {
  const { challenge } = await createChallenge(one, request);
  return acceptChallenge(two, challenge?.id);
}

import { describe, expect, it } from "vitest";
import { RequestState } from "./requestState.svelte";

describe("a request", () => {
  it("is busy until it is answered", async () => {
    const state = new RequestState();
    let answer = () => {};
    const run = state.run(() => new Promise<void>((resolve) => (answer = resolve)));
    expect(state.isBusy).toBe(true);
    answer();
    expect(await run).toBe(true);
    expect(state.isBusy).toBe(false);
  });

  it("keeps its error until the next one", async () => {
    const state = new RequestState();
    const error = new Error("refused");
    expect(await state.run(() => Promise.reject(error))).toBe(false);
    expect([state.error, state.isBusy]).toEqual([error, false]);
    expect(await state.run(() => Promise.resolve())).toBe(true);
    expect(state.error).toBeUndefined();
  });
});

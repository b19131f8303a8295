import { describe, expect, it } from "vitest";
import { LatestRequest, whileCurrent } from "./latest.svelte";

/** A request that is answered later. */
function later<T>() {
  let answer: (value: T) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const request = new Promise<T>((resolve, reject) => {
    [answer, refuse] = [resolve, reject];
  });
  return { request, answer, refuse };
}

describe("the latest request", () => {
  it("wins over answers that come after it", async () => {
    const latest = new LatestRequest<string>();
    const [first, second] = [later<string>(), later<string>()];
    const updates = [latest.update(first.request), latest.update(second.request)];
    second.answer("second");
    first.answer("first");
    await Promise.all(updates);
    expect(latest.value).toBe("second");
  });

  it("leaves nothing if it is refused or withdrawn", async () => {
    const latest = new LatestRequest<string>();
    await latest.update(Promise.resolve("known"));
    await latest.update(Promise.reject(new Error("refused")));
    expect(latest.value).toBeUndefined();
    await latest.update(Promise.resolve("known"));
    await latest.update(undefined);
    expect(latest.value).toBeUndefined();
  });
});

describe("an effect", () => {
  it("uses an answer only until it is cleaned up", async () => {
    const used: string[] = [];
    const [one, two, three] = [later<string>(), later<string>(), later<string>()];
    whileCurrent(one.request, (text) => used.push(text));
    const stop = whileCurrent(two.request, (text) => used.push(text));
    whileCurrent(three.request, (text) => used.push(text));
    stop();
    one.answer("one");
    two.answer("two");
    three.refuse(new Error("refused"));
    await Promise.allSettled([one.request, two.request, three.request]);
    expect(used).toEqual(["one"]);
  });
});

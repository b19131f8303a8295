import { beforeAll, expect, it } from "vitest";
import { loadWasm, type Send } from "../../../tests/wasm";
import type { GameInfo } from "../../rules/types";
import { ALL_POINTS, MAJORITY, PIECES } from "./pieces";

let send: Send;
beforeAll(async () => void (send = await loadWasm()));

it("there are six pieces of each sign, one of them light", () => {
  for (const row of PIECES) {
    expect(row.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(row.filter(({ light }) => light)).toHaveLength(1);
  }
});

it("the rules know each piece", () => {
  const rows = PIECES.map((row) => row.map(({ name }) => name).join(",")).join("/");
  expect(send({ do: "check", lang: "en", game: "palam", position: `${rows} I - s 0-0` })).toEqual({
    problems: [],
  });
});

it("the points are those of the rules", () => {
  const palam = (send({ do: "games", lang: "en" }) as GameInfo[]).find(({ id }) => id === "palam");
  expect(palam?.goal).toContain(`${MAJORITY} of the ${ALL_POINTS} points`);
});

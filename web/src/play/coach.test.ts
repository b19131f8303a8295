import { beforeEach, describe, expect, it, vi } from "vitest";
import type { JudgedMove, Label } from "../rules/types";
import { reactionTo, Coach } from "./coach.svelte";

const judgeMove = vi.hoisted(() => vi.fn());
vi.mock("../rules/client", () => ({
  judgeMove,
  isStopped: (error: Error) => error.message === "stopped",
}));

const judged = (label: Label): Partial<JudgedMove> => ({
  ...{ label, proven: false, after: { proven: true }, marks: [] },
  ...(label === "blunder" && { consequence: { en: "it loses", fr: "cela perd" } }),
});
const place = { game: "siam", moves: ["a"] };

describe("the coach", () => {
  beforeEach(() => judgeMove.mockReset());

  it("asks about blunders and missed wins and praises only moves", () => {
    const labels: Label[] = ["forced", "best", "good", "unclear", "inaccuracy", "mistake"];
    expect(labels.map(reactionTo)).toEqual(labels.map(() => undefined));
    expect((["blunder", "missed-win"] as const).map(reactionTo)).toEqual(["ask", "ask"]);
    expect(reactionTo("only")).toBe("praise");
  });

  it("asks once per position", async () => {
    const coach = new Coach();
    judgeMove.mockResolvedValue(judged("blunder"));
    expect(await coach.consider(place, "b", true)).toBe("asked");
    expect(coach.question).toMatchObject({ move: "b", isPlayed: true, proven: true });
    coach.clear();
    expect(coach.question).toBeUndefined();
    expect(await coach.consider(place, "c", true)).toBe("fine");
    expect(await coach.consider({ ...place, moves: ["a", "c", "d"] }, "e", true)).toBe("asked");
  });

  it("praises an only move until the next move", async () => {
    const coach = new Coach();
    judgeMove.mockResolvedValue(judged("only"));
    expect(await coach.consider(place, "b", true)).toBe("fine");
    expect(coach.hasPraise).toBe(true);
    judgeMove.mockResolvedValue(judged("good"));
    await coach.consider(place, "b", true);
    expect(coach.hasPraise).toBe(false);
  });

  it("says nothing if it was stopped or is outdated", async () => {
    const coach = new Coach();
    judgeMove.mockRejectedValue(new Error("stopped"));
    expect(await coach.consider(place, "b", true)).toBe("stopped");
    judgeMove.mockRejectedValue(new Error("another reason"));
    expect(await coach.consider(place, "b", true)).toBe("fine");
    let answer: (move: Partial<JudgedMove>) => void = () => undefined;
    judgeMove.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const asked = coach.consider(place, "b", true);
    coach.clear();
    answer(judged("blunder"));
    expect(await asked).toBe("stopped");
    expect(coach.question).toBeUndefined();
  });
});

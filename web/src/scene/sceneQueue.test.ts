import { describe, expect, it } from "vitest";
import type { Insight } from "../rules/insight";
import type { Snapshot } from "../rules/types";
import { effectsOf } from "./follower";
import { soundOf } from "./sounds";
import { SceneQueue, type AnimatedMove, type SceneEvent } from "./sceneQueue.svelte";
import { TIMING } from "./timing";

/** A timer that only goes on when the test says so. */
class TestTimer {
  time = 0;
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((other) => other !== timer));
  }

  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.time = next.at;
      next.run();
    }
    this.time = end;
  }
}

const snapshot = (position: string): Snapshot => ({
  game: "any",
  variant: [],
  position,
  turn: "p1",
  legal: [],
  outcome: null,
  start: "",
  occurrences: 1,
});

/** The scene of the move from one numbered position to the next. */
const animatedMove = (from: number, more: Partial<AnimatedMove> = {}): AnimatedMove => ({
  before: snapshot(`${from}`),
  move: `m${from + 1}`,
  after: snapshot(`${from + 1}`),
  effects: [],
  ...more,
});

function setUp(conditions: { isReduced?: boolean; isHidden?: boolean; isFast?: boolean } = {}) {
  const timer = new TestTimer();
  const log: string[] = [];
  const write = (event: SceneEvent) => {
    const what =
      event.type === "phase"
        ? `${event.animatedMove.move} ${event.phase}`
        : event.type === "ending"
          ? `${event.animatedMove.move} ending`
          : "settled";
    log.push(`${Math.round(timer.time)} ${what}`);
  };
  const sceneQueue = new SceneQueue(write, {
    timer,
    isReduced: () => conditions.isReduced ?? false,
    isHidden: () => conditions.isHidden ?? false,
    isFast: () => conditions.isFast ?? false,
  });
  sceneQueue.show(snapshot("0"));
  return { timer, log, sceneQueue, conditions };
}

const { lift, travel, contact, fall, contest, answer, between, ending } = TIMING;
const ENDING: Insight = { marks: [], text: "the rock fell" };

describe("the scene queue", () => {
  it("finishes the player's move before the computer's begins, half a second later", () => {
    const { timer, log, sceneQueue } = setUp();
    sceneQueue.play(animatedMove(0, { isOwn: true }));
    // The search takes less than the move on the board.
    timer.advance(100);
    sceneQueue.play(animatedMove(1, { isComputer: true }));
    expect(sceneQueue.waiting).toBe(1);
    timer.advance(5_000);
    const landed = travel + contact;
    const begins = landed + answer;
    expect(log).toEqual([
      "0 m1 travel",
      `${travel} m1 contact`,
      `${begins} m2 lift`,
      `${begins + lift} m2 travel`,
      `${begins + lift + travel} m2 contact`,
      `${begins + lift + travel + contact} settled`,
    ]);
    expect(answer).toBeGreaterThanOrEqual(400);
    expect(answer).toBeLessThanOrEqual(700);
  });

  it("counts the time of the search as part of the pause", () => {
    const { timer, log, sceneQueue } = setUp();
    sceneQueue.play(animatedMove(0, { isOwn: true }));
    timer.advance(5_000);
    sceneQueue.play(animatedMove(1, { isComputer: true }));
    expect(log.at(-1)).toBe("5000 m2 lift");
  });

  it("makes no long pause with the fast pace", () => {
    const { timer, log, sceneQueue } = setUp({ isFast: true });
    sceneQueue.play(animatedMove(0, { isOwn: true }));
    sceneQueue.play(animatedMove(1, { isComputer: true }));
    timer.advance(5_000);
    expect(log).toContain(`${travel + contact + between} m2 lift`);
  });

  it("shows the position before a move while a piece is lifted, and the one after it from then on", () => {
    const { timer, sceneQueue } = setUp();
    sceneQueue.play(animatedMove(0));
    expect([sceneQueue.snapshot?.position, sceneQueue.scene?.phase]).toEqual(["0", "lift"]);
    timer.advance(lift);
    expect([sceneQueue.snapshot?.position, sceneQueue.scene?.phase]).toEqual(["1", "travel"]);
    expect([sceneQueue.last, sceneQueue.scene?.before]).toEqual(["m1", "0"]);
    timer.advance(travel + contact);
    expect(sceneQueue.scene).toBeUndefined();
    expect(sceneQueue.isBusy).toBe(false);
  });

  it("holds the result of a contest long enough to be read, also with reduced motion", () => {
    for (const isReduced of [false, true]) {
      const { timer, sceneQueue } = setUp({ isReduced });
      sceneQueue.play(animatedMove(0, { isOwn: true, effects: ["contest"] }));
      timer.advance(travel + contact + 1_000);
      expect(sceneQueue.scene?.phase).toBe("consequence");
      timer.advance(contest);
      expect(sceneQueue.isBusy).toBe(false);
    }
    expect(contest).toBeGreaterThanOrEqual(1_400);
  });

  it("shows several moves in order, none of them twice", () => {
    const { timer, log, sceneQueue } = setUp();
    for (const from of [0, 1, 2, 3, 4, 5]) sceneQueue.play(animatedMove(from));
    timer.advance(20_000);
    const order = log.filter((line) => line.endsWith("travel")).map((line) => line.split(" ")[1]);
    expect(order).toEqual(["m1", "m2", "m3", "m4", "m5", "m6"]);
    expect(log.filter((line) => line.endsWith("settled"))).toHaveLength(1);
    expect(sceneQueue.snapshot?.position).toBe("6");
  });

  it("skips to the end on request, without leaving a phase out", () => {
    const { timer, log, sceneQueue } = setUp();
    sceneQueue.play(animatedMove(0, { effects: ["contest"] }));
    sceneQueue.play(animatedMove(1, { isComputer: true }));
    timer.advance(10);
    sceneQueue.skip();
    expect(timer.time).toBe(10);
    expect(sceneQueue.isBusy).toBe(false);
    expect(sceneQueue.snapshot?.position).toBe("2");
    expect(log.map((line) => line.replace(/^\d+ /, ""))).toEqual([
      "m1 lift",
      "m1 travel",
      "m1 contact",
      "m1 consequence",
      "m2 lift",
      "m2 travel",
      "m2 contact",
      "settled",
    ]);
    // The next move has its time again.
    sceneQueue.play(animatedMove(2));
    expect(sceneQueue.isBusy).toBe(true);
  });

  it("shows what decided the game before it settles; a second click skips that too", () => {
    const { timer, log, sceneQueue } = setUp();
    sceneQueue.play(animatedMove(0, { effects: ["push", "fall"], ending: ENDING }));
    sceneQueue.skip();
    expect(sceneQueue.ending).toBe(ENDING);
    expect(sceneQueue.isBusy).toBe(true);
    sceneQueue.skip();
    expect(sceneQueue.isBusy).toBe(false);
    expect(sceneQueue.ending).toBe(ENDING);

    sceneQueue.show(snapshot("0"));
    expect(sceneQueue.ending).toBeUndefined();
    sceneQueue.play(animatedMove(0, { effects: ["push", "fall"], ending: ENDING }));
    const shown = lift + travel + contact + fall;
    const start = timer.time;
    timer.advance(shown + ending - 1);
    expect(sceneQueue.isBusy).toBe(true);
    timer.advance(1);
    expect(sceneQueue.isBusy).toBe(false);
    expect(log).toContain(`${start + shown} m1 ending`);
    expect(ending).toBeGreaterThanOrEqual(2_000);
    expect(ending).toBeLessThanOrEqual(3_000);
  });

  it("marks instead of moving with reduced motion", () => {
    const { timer, log, sceneQueue } = setUp({ isReduced: true });
    sceneQueue.play(animatedMove(0));
    expect(timer.time).toBe(0);
    expect(log.at(-1)).toBe("0 settled");
    expect([sceneQueue.snapshot?.position, sceneQueue.last]).toEqual(["1", "m1"]);
  });

  it("jumps to the present in a hidden tab", () => {
    const { timer, log, sceneQueue } = setUp({ isHidden: true });
    for (const from of [0, 1, 2])
      sceneQueue.play(animatedMove(from, { isComputer: true, effects: ["contest"] }));
    expect(timer.time).toBe(0);
    expect(sceneQueue.snapshot?.position).toBe("3");
    expect(log.at(-1)).toBe("0 settled");
  });

  it("drops waiting scenes when another position is shown", async () => {
    const { timer, log, sceneQueue } = setUp();
    sceneQueue.play(animatedMove(0));
    sceneQueue.play(animatedMove(1));
    const settled = sceneQueue.settled();
    sceneQueue.show(snapshot("9"), { last: "m9" });
    await settled;
    timer.advance(5_000);
    expect(sceneQueue.snapshot?.position).toBe("9");
    expect([sceneQueue.isBusy, sceneQueue.waiting, sceneQueue.scene, sceneQueue.last]).toEqual([
      false,
      0,
      undefined,
      "m9",
    ]);
    expect(log).toEqual(["0 m1 lift", "0 settled"]);
  });
});

describe("the effects of a move", () => {
  it("come from the marks of the rules", () => {
    const mark = (kind: Insight["marks"][number]["kind"]) => ({ at: "a1", kind, owner: null, text: "" });
    expect(effectsOf({ marks: [], text: "" })).toEqual([]);
    expect(
      effectsOf({
        marks: ["pushes", "weighs", "falls", "falls"].map((kind) => mark(kind as "falls")),
        text: "",
      }),
    ).toEqual(["push", "fall"]);
    expect(effectsOf({ marks: [mark("loses")], text: "" })).toEqual(["contest"]);
  });
});

describe("sounds", () => {
  const heard = (more: Partial<AnimatedMove>, me?: "p1" | "p2") => {
    const sounds: string[] = [];
    const timer = new TestTimer();
    const sceneQueue = new SceneQueue((event) => sounds.push(...[soundOf(event, me) ?? []].flat()), {
      timer,
      isHidden: () => false,
      isReduced: () => false,
      isFast: () => false,
    });
    sceneQueue.play(animatedMove(0, more));
    timer.advance(10_000);
    return sounds;
  };
  const won = (winner: "p1" | "p2" | null) => ({
    ending: ENDING,
    after: { ...snapshot("1"), outcome: { winner, reason: "" } },
  });

  it("follow what happens on the board", () => {
    expect(heard({})).toEqual(["place"]);
    expect(heard({ effects: ["push"] })).toEqual(["push"]);
    expect(heard({ effects: ["slide", "fall"] })).toEqual(["slide", "fall"]);
    expect(heard({ effects: ["contest"], contestWinner: "p1" }, "p1")).toEqual(["place", "contestWon"]);
    expect(heard({ effects: ["contest"], contestWinner: "p1" }, "p2")).toEqual(["place", "contestLost"]);
  });

  it("tell the result", () => {
    expect(heard(won("p1"), "p1")).toEqual(["place", "win"]);
    expect(heard(won("p1"), "p2")).toEqual(["place", "loss"]);
    expect(heard(won(null), "p2")).toEqual(["place", "draw"]);
    expect(heard(won("p2"))).toEqual(["place", "win"]);
  });
});

/** The sounds of scenes. */
import type { Seat } from "../rules/types";
import { sound, type Sound } from "../sound";
import type { SceneEvent } from "./sceneQueue.svelte";

/** The sound of an event, if it has one; `me` is the seat of the local player, undefined with two players or as a spectator. */
export function soundOf(event: SceneEvent, me: Seat | undefined): Sound | undefined {
  if (event.type === "settled") return undefined;
  const { effects, contestWinner, after } = event.animatedMove;
  if (event.type === "ending") {
    const winner = after.outcome?.winner ?? null;
    if (winner === null) return "draw";
    return me === undefined || winner === me ? "win" : "loss";
  }
  switch (event.phase) {
    case "travel":
      if (effects.includes("push")) return "push";
      return effects.includes("slide") ? "slide" : undefined;
    case "contact":
      return effects.includes("push") || effects.includes("slide") ? undefined : "place";
    case "consequence":
      if (!effects.includes("contest")) return "fall";
      return me !== undefined && contestWinner !== me ? "contestLost" : "contestWon";
    default:
      return undefined;
  }
}

export function playSceneSound(event: SceneEvent, me: Seat | undefined): void {
  const name = soundOf(event, me);
  if (name !== undefined) sound.play(name);
}

import { about } from "./about";
import * as lay from "./layout";
import { parse, paths } from "./notation";
import View from "./View.svelte";
import { describeMove, describePlace, describePosition } from "./describe";
import type { GameView } from "../../board/types";

export const view: GameView = {
  id: "saigon",
  title: about.title,
  View,
  aspect: lay.WIDTH / lay.HEIGHT,
  isSolved: true,
  paths: (snapshot) => paths(snapshot.legal, parse(snapshot.position)),
  rows: (snapshot, flipped) => {
    const { stacks } = parse(snapshot.position);
    const slots = flipped ? lay.SLOTS.toReversed() : lay.SLOTS;
    const highest = Math.max(...stacks.map((stack) => stack.length));
    const rows: string[][] = [slots.map((slot) => `slot:${slot}`)];
    for (let level = highest - 1; level >= 0; level -= 1) {
      const row = slots.filter((slot) => (stacks[slot - 1]?.length ?? 0) > level);
      rows.push(row.map((slot) => `pallet:${slot}.${level}`));
    }
    const [left, right] = flipped ? ["push:l", "push:r"] : ["push:r", "push:l"];
    rows.at(-1)?.unshift(left);
    rows.at(-1)?.push(right);
    return rows;
  },
  spots: (snapshot, flipped) => lay.spots(parse(snapshot.position), flipped),
  resolve(chosen, key) {
    // Once a block is lifted, whatever lies on another slot stands for the slot.
    const [from, to] = [chosen[0]?.slice(7).split(".")[0], key.slice(7).split(".")[0]];
    const isOther = chosen[0]?.startsWith("pallet:") && key.startsWith("pallet:") && from !== to;
    return isOther ? `slot:${to}` : key;
  },
  letters: { r: "push:r", l: "push:l" },
  describePlace,
  describePosition,
  describeMove,
  attempt(chosen, key, snapshot) {
    const { stacks } = parse(snapshot.position);
    const block = (pallet: string, to: string) => {
      const [slot = 1, level = 0] = pallet.slice(7).split(".").map(Number);
      return `${slot}-${to}x${(stacks[slot - 1]?.length ?? 0) - level}`;
    };
    if (key.startsWith("push:")) return `p${key.slice(5)}`;
    if (chosen[0]?.startsWith("pallet:")) {
      const to = key.startsWith("slot:") ? key.slice(5) : key.slice(7).split(".")[0];
      return to === undefined ? undefined : block(chosen[0], to);
    }
    // A pallet that may not be taken: asked for with any other place, the rules say why.
    if (key.startsWith("pallet:")) return block(key, key[7] === "1" ? "2" : "1");
    return undefined;
  },
};

import View from "./View.svelte";
import { parse, paths } from "./text";
import type { GameView } from "../../board/types";
import type { Lang } from "../../i18n/index.svelte";

const COLOURS: Record<Lang, Record<"p1" | "p2", string>> = {
  en: { p1: "light", p2: "dark" },
  fr: { p1: "clair", p2: "foncé" },
};

export const saigon: GameView = {
  id: "saigon",
  View,
  aspect: 780 / 720,
  paths: (snapshot) => paths(snapshot.legal, parse(snapshot.position)),
  rows: (snapshot, flipped) => {
    const { stacks } = parse(snapshot.position);
    const slots = flipped ? [4, 3, 2, 1] : [1, 2, 3, 4];
    const highest = Math.max(...stacks.map((stack) => stack.length));
    const rows: string[][] = [slots.map((slot) => `slot:${slot}`)];
    for (let level = highest - 1; level >= 0; level -= 1) {
      const row = slots.filter((slot) => (stacks[slot - 1]?.length ?? 0) > level);
      rows.push(row.map((slot) => `pallet:${slot}.${level}`));
    }
    const last = rows.at(-1);
    const [left, right] = flipped ? ["push:l", "push:r"] : ["push:r", "push:l"];
    last?.unshift(left);
    last?.push(right);
    return rows;
  },
  letters: { r: "push:r", l: "push:l" },
  describe(key, snapshot, lang) {
    const { stacks } = parse(snapshot.position);
    const fr = lang === "fr";
    const [kind, name = ""] = key.split(":");
    if (kind === "push") {
      if (fr) return name === "r" ? "pousser vers la droite" : "pousser vers la gauche";
      return name === "r" ? "push to the right" : "push to the left";
    }
    const [slot = 1, level] = name.split(".").map(Number);
    const stack = stacks[slot - 1] ?? [];
    const colours = stack.map((owner) => COLOURS[lang][owner]).join(", ");
    if (level === undefined) {
      if (stack.length === 0) return fr ? `place ${slot}, vide` : `slot ${slot}, empty`;
      return fr ? `place ${slot}, de bas en haut : ${colours}` : `slot ${slot}, from the bottom: ${colours}`;
    }
    const colour = COLOURS[lang][stack[level] ?? "p1"];
    return fr
      ? `place ${slot}, palet ${level + 1} sur ${stack.length}, ${colour}`
      : `slot ${slot}, pallet ${level + 1} of ${stack.length}, ${colour}`;
  },
  sentence(move, _before, mover, lang) {
    const colour = COLOURS[lang][mover];
    const fr = lang === "fr";
    if (move === "pass") return fr ? `${colour} passe` : `${colour} passes`;
    if (move === "pr") return fr ? `${colour} pousse vers la droite` : `${colour} pushes to the right`;
    if (move === "pl") return fr ? `${colour} pousse vers la gauche` : `${colour} pushes to the left`;
    const [from = "", to = "", count = ""] = move.split(/-|x/);
    return fr
      ? `${colour} porte ${count} palet${Number(count) > 1 ? "s" : ""} de la place ${from} à la place ${to}`
      : `${colour} moves ${count} pallet${count === "1" ? "" : "s"} from slot ${from} to slot ${to}`;
  },
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

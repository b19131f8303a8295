import { about } from "./about";
import { attempt } from "./attempt";
import * as layout from "./layout";
import { parse, paths } from "./notation";
import PieceSymbol from "./PieceSymbol.svelte";
import { moveSymbols } from "./symbols";
import Tray from "./Tray.svelte";
import View from "./View.svelte";
import { describeNext, describePlace, describePosition } from "./describe";
import type { GameBoard } from "../../board/types";

export const gameBoard: GameBoard = {
  id: "saigon",
  title: about.title,
  View,
  Tray,
  PieceSymbol,
  avatarPieces: { p1: "p1", p2: "p2" },
  moveSymbols,
  aspect: layout.WIDTH / layout.HEIGHT,
  isSolved: true,
  paths: (snapshot) => paths(snapshot.legal, parse(snapshot.position)),
  rows: (snapshot, flipped) => {
    const { stacks } = parse(snapshot.position);
    const slots = flipped ? layout.SLOTS.toReversed() : layout.SLOTS;
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
  spots: (snapshot, flipped) => layout.spots(parse(snapshot.position), flipped),
  resolve(chosen, key) {
    // Once a block is lifted, a pallet on another slot means that slot.
    const [from, to] = [chosen[0]?.slice(7).split(".")[0], key.slice(7).split(".")[0]];
    const isOther = chosen[0]?.startsWith("pallet:") && key.startsWith("pallet:") && from !== to;
    return isOther ? `slot:${to}` : key;
  },
  // An empty slot has to be filled.
  announcesTurn: (snapshot) => parse(snapshot.position).stacks.some((stack) => stack.length === 0),
  guide: [
    {
      en: "A push lets out the bottom pallet at one end. Keep your own pallets there.",
      fr: "Une poussée fait sortir le palet du bas à un bout. Gardez-y les vôtres.",
    },
    {
      en: "You may move the top of a stack if its top and bottom pallets are yours.",
      fr: "Vous pouvez déplacer le haut d’une pile si ses palets du haut et du bas sont à vous.",
    },
    {
      en: "An empty slot must be filled first: neither pushes nor other moves are allowed.",
      fr: "Une case vide doit d’abord être remplie : ni poussée ni autre coup.",
    },
  ],
  describeNext,
  letters: { r: "push:r", l: "push:l" },
  // A pusher stands at the end opposite to its direction.
  placeName: (key) => ({ "push:r": "left", "push:l": "right" })[key] ?? key.replace(/^\w+:/, ""),
  describePlace,
  describePosition,
  attempt,
};

/** The game somebody wishes for; this device remembers the last one. */
import { SvelteSet } from "svelte/reactivity";
import type { Opponent, Wish } from "../net/api";
import type { ClockKind, SideWish } from "../net/wire";
import { DEFAULT_GAME, GAMES } from "../games";
import { read, write } from "../storage";

export type OpponentKind = Opponent["kind"];

interface Kept {
  game: string;
  opponent: OpponentKind;
  name: string;
  level: number;
  side: SideWish;
  clock: ClockKind["kind"];
  minutes: number;
  increment: number;
  days: number;
  rated: boolean;
}

const usual: Kept = {
  game: DEFAULT_GAME,
  opponent: "open",
  name: "",
  level: 3,
  side: "random",
  clock: "fischer",
  minutes: 5,
  increment: 3,
  days: 3,
  rated: false,
};

export class WishForm {
  values = $state<Kept>({ ...usual, ...read<Partial<Kept>>("wish") });
  readonly variants = new SvelteSet<string>();

  /** What an address asks for comes before what was chosen last. */
  constructor(query: URLSearchParams) {
    const game = query.get("game");
    if (GAMES.some(({ id }) => id === game)) this.values.game = game ?? usual.game;
    const name = query.get("player");
    if (name !== null) Object.assign(this.values, { opponent: "user", name });
    else if (query.has("link")) this.values.opponent = "link";
    else if (query.has("open")) this.values.opponent = "open";
  }

  get clock(): ClockKind {
    const { clock, minutes, increment, days } = this.values;
    if (clock === "fischer") return { kind: clock, base: Math.round(minutes * 60), increment };
    return clock === "days" ? { kind: clock, days } : { kind: "none" };
  }

  set clock(clock: ClockKind) {
    this.values.clock = clock.kind;
    if (clock.kind === "fischer") {
      Object.assign(this.values, { minutes: clock.base / 60, increment: clock.increment });
    } else if (clock.kind === "days") this.values.days = clock.days;
  }

  /** Whether such a game can count for ratings. */
  get isRateable(): boolean {
    return this.values.clock !== "none" && this.values.opponent !== "computer";
  }

  wish(hasAccount: boolean): Wish {
    const { game, opponent, name, level, side, rated } = this.values;
    write("wish", $state.snapshot(this.values));
    const against: Opponent =
      opponent === "user"
        ? { kind: opponent, name: name.trim() }
        : opponent === "computer"
          ? { kind: opponent, level }
          : { kind: opponent };
    return {
      game,
      variants: [...this.variants],
      side,
      clock: this.clock,
      rated: rated && hasAccount && this.isRateable,
      opponent: against,
    };
  }
}

/** Clocks that most people want. */
export const PRESETS: readonly ClockKind[] = [
  { kind: "fischer", base: 180, increment: 2 },
  { kind: "fischer", base: 300, increment: 3 },
  { kind: "fischer", base: 600, increment: 5 },
  { kind: "days", days: 3 },
];

export const isSameClock = (a: ClockKind, b: ClockKind): boolean =>
  a.kind === "fischer" && b.kind === "fischer"
    ? a.base === b.base && a.increment === b.increment
    : a.kind === "days" && b.kind === "days"
      ? a.days === b.days
      : a.kind === b.kind;

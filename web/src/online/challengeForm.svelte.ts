/** The state of the challenge form; the last values are saved on this device. */
import type { ChallengeBody, Clock, OpponentBody, Side, Speed } from "../net/schema";
import { DEFAULT_GAME, GAMES } from "../games";
import { read, write } from "../storage";

export type OpponentKind = OpponentBody["kind"];

interface Values {
  game: string;
  opponent: OpponentKind;
  name: string;
  level: number;
  side: Side;
  clock: Clock["kind"];
  minutes: number;
  increment: number;
  days: number;
  rated: boolean;
}

const DEFAULTS: Values = {
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

export class ChallengeFormState {
  values = $state<Values>({ ...DEFAULTS, ...read<Partial<Values>>("challengeForm") });
  variants = $state<string[]>([]);

  /** Query parameters override the saved values. */
  constructor(query: URLSearchParams) {
    const game = query.get("game");
    if (GAMES.some(({ id }) => id === game)) this.values.game = game ?? DEFAULTS.game;
    const name = query.get("player");
    if (name !== null) Object.assign(this.values, { opponent: "user", name });
    else if (query.has("link")) this.values.opponent = "link";
    else if (query.has("open")) this.values.opponent = "open";
  }

  get clock(): Clock {
    const { clock, minutes, increment, days } = this.values;
    if (clock === "fischer") return { kind: clock, base: Math.round(minutes * 60), increment };
    return clock === "days" ? { kind: clock, days } : { kind: "none" };
  }

  set clock(clock: Clock) {
    this.values.clock = clock.kind;
    if (clock.kind === "fischer") {
      Object.assign(this.values, { minutes: clock.base / 60, increment: clock.increment });
    } else if (clock.kind === "days") this.values.days = clock.days;
  }

  /** Whether the game can be rated. */
  get isRateable(): boolean {
    return this.values.clock !== "none" && this.values.opponent !== "computer";
  }

  request(hasAccount: boolean): ChallengeBody {
    const { game, opponent, name, level, side, rated } = this.values;
    write("challengeForm", $state.snapshot(this.values));
    const against: OpponentBody =
      opponent === "user"
        ? { kind: opponent, name: name.trim() }
        : opponent === "computer"
          ? { kind: opponent, level }
          : { kind: opponent };
    return {
      game,
      variants: $state.snapshot(this.variants),
      side,
      clock: this.clock,
      rated: rated && hasAccount && this.isRateable,
      opponent: against,
    };
  }
}

/** Usual time controls, with the speed that the server rates them as. */
export const PRESETS: readonly { readonly clock: Clock; readonly speed: Speed }[] = [
  { clock: { kind: "fischer", base: 180, increment: 2 }, speed: "blitz" },
  { clock: { kind: "fischer", base: 300, increment: 3 }, speed: "blitz" },
  { clock: { kind: "fischer", base: 600, increment: 5 }, speed: "rapid" },
  { clock: { kind: "days", days: 3 }, speed: "correspondence" },
];

export const isSameClock = (a: Clock, b: Clock): boolean =>
  a.kind === "fischer" && b.kind === "fischer"
    ? a.base === b.base && a.increment === b.increment
    : a.kind === "days" && b.kind === "days"
      ? a.days === b.days
      : a.kind === b.kind;

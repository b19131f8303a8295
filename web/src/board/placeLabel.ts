import type { MoveInput } from "./moveInput.svelte";
import type { GameBoard } from "./types";
import { i18n } from "../i18n/index.svelte";
import type { Snapshot } from "../rules/types";
import { tablebaseTexts } from "../i18n/tablebase";
import type { Value } from "../tablebase/value";

interface Context {
  readonly gameBoard: GameBoard;
  readonly snapshot: Snapshot;
  readonly moveInput: MoveInput;
  /** Whether labels say what can be done at a place. */
  readonly showTargets: boolean;
  /** The tablebase value of choosing a place. */
  readonly values?: ReadonlyMap<string, Value>;
}

/** What a screen reader says of a place: what is there, and what can be done with it. */
export function placeLabel(
  key: string,
  { gameBoard, snapshot, moveInput, showTargets, values }: Context,
): string {
  const t = i18n.t.board;
  const step = moveInput.resolve(key);
  const [kind, value] = [moveInput.targets.get(step), values?.get(step)];
  const can = showTargets && kind !== undefined ? t.can[kind] : "";
  const picked = moveInput.chosen.includes(key) ? t.chosen : "";
  const result = value ? tablebaseTexts.t.value(value) : "";
  const parts = [gameBoard.describePlace(key, snapshot, i18n.lang), picked, can, result];
  return parts.filter((part) => part !== "").join(", ");
}

/** What every board derives from its properties. */
import type { TargetKind } from "./choices";
import { drawMarks, type Drawing, type PlaceOf } from "./marks";
import type { ViewProps } from "./types";

export class ViewState {
  readonly #props: () => ViewProps;
  /** The next choices by their keys. */
  readonly targets: ReadonlyMap<string, TargetKind> = $derived.by(
    () => new Map(this.#props().next?.map((step) => [step.key, step.kind])),
  );
  readonly pointed = $derived.by(() => this.#props().pointed ?? []);
  /** The position to show: a piece that is being lifted has not moved yet. */
  readonly position = $derived.by(() => {
    const { scene, position } = this.#props();
    return scene?.phase === "lift" ? scene.before : position;
  });

  constructor(props: () => ViewProps) {
    this.#props = props;
  }

  /** The drawings of the marks of the rules and of what decided the game. */
  drawings(placeOf: PlaceOf): Drawing[] {
    const { marks = [], refused, ending, scene } = this.#props();
    const told = ending && (scene === undefined || scene.phase === "consequence") ? ending.marks : [];
    return [...drawMarks(marks, placeOf, { refused }), ...drawMarks(told, placeOf)];
  }
}

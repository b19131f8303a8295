/** The cursor of the keyboard on a board: the place that the tab key leads to. It survives places that disappear. */
import { step } from "./keyboard";

type Rows = readonly (readonly string[])[];

export class Cursor {
  /** The place that was focused or chosen last. */
  at = $state<string>();
  readonly #rows: () => Rows;
  readonly #root: () => HTMLElement | undefined;
  readonly tabStop = $derived.by(() => {
    const [rows, at] = [this.#rows(), this.at];
    return at !== undefined && rows.some((row) => row.includes(at)) ? at : step(rows, undefined, [0, 0]);
  });

  /** `places` is the part of the board whose focus is kept, if it is not the whole. For the setup of a component. */
  constructor(rows: () => Rows, root: () => HTMLElement | undefined, places = root) {
    [this.#rows, this.#root] = [rows, root];
    // The focused place may disappear when the position changes.
    let hadFocus = false;
    $effect.pre(() => {
      void rows();
      hadFocus = places()?.contains(document.activeElement) ?? false;
    });
    $effect(() => {
      void rows();
      if (hadFocus && !root()?.contains(document.activeElement)) this.focus(this.tabStop);
    });
  }

  focus(key: string | undefined): void {
    if (key !== undefined) this.#root()?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  }
}

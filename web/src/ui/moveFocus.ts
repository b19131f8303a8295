/** Keeps the focus in a list of moves: the move that had it is played, and the list of the next position takes its place. */
export class MoveFocus {
  #isWanted = false;

  /** To be called before a move of the list is played. */
  remember(list: HTMLElement | undefined): void {
    this.#isWanted = list?.contains(document.activeElement) ?? false;
  }

  /** To be called in an effect when another list may be shown. */
  restore(list: HTMLElement | undefined): void {
    const first = list?.querySelector("button");
    // Elsewhere it was placed by the user.
    if (!this.#isWanted || !first || document.activeElement !== document.body) return;
    this.#isWanted = false;
    first.focus({ preventScroll: true });
  }
}

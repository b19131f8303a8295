/** Drops answers to requests that are no longer current. */

/** Keeps the answer to the latest request only. */
export class LatestRequest<T> {
  value = $state.raw<T>();
  #latest = 0;

  async update(request: Promise<T> | undefined): Promise<void> {
    const number = ++this.#latest;
    if (request === undefined) {
      this.value = undefined;
      return;
    }
    try {
      const answer = await request;
      if (number === this.#latest) this.value = answer;
    } catch {
      // The rules refused the position: there is nothing to show.
      if (number === this.#latest) this.value = undefined;
    }
  }
}

/**
 * For an effect: uses the answer unless the effect has been cleaned up by then, and returns its cleanup. A refused
 * request is not used.
 */
export function whileCurrent<T>(request: Promise<T>, use: (answer: T) => void): () => void {
  let isCurrent = true;
  request.then(
    (answer) => {
      if (isCurrent) use(answer);
    },
    () => undefined,
  );
  return () => {
    isCurrent = false;
  };
}

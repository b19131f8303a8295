/** Waits until the page has nothing more urgent to do: words and buttons come first. */
export function whenIdle(): Promise<void> {
  return new Promise((ready) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(ready, 50);
    else requestIdleCallback(() => ready(), { timeout: 1000 });
  });
}

/** Does something once when an element comes near what is being looked at, or is about to be printed. Gives what ends the waiting. */
export function whenSeen(element: Element, act: () => void): () => void {
  const stop = () => {
    watch.disconnect();
    removeEventListener("beforeprint", see);
  };
  const see = () => {
    stop();
    act();
  };
  const watch = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) see();
    },
    { rootMargin: "25%" },
  );
  watch.observe(element);
  addEventListener("beforeprint", see);
  return stop;
}

/** Resolves when the browser is idle, so that text and buttons come first. */
export function whenIdle(): Promise<void> {
  return new Promise((ready) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(ready, 50);
    else requestIdleCallback(() => ready(), { timeout: 1000 });
  });
}

/** Calls `act` once when an element is near the viewport or about to be printed. Returns a function that cancels. */
export function whenVisible(element: Element, act: () => void): () => void {
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

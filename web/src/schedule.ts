/** Resolves when the browser is idle, so that text and buttons come first. */
export function whenIdle(): Promise<void> {
  return new Promise((ready) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(ready, 50);
    else requestIdleCallback(() => ready(), { timeout: 1000 });
  });
}

/** Resolves in a task of its own, so that the browser can paint and handle input before what follows. */
export const nextTask = (): Promise<void> => new Promise((ready) => void setTimeout(ready));

/** Calls `act` once when an element is near the viewport or about to be printed. Returns a function that cancels. */
export function whenVisible(element: Element, act: (isPrinting: boolean) => void): () => void {
  const stop = () => {
    watch.disconnect();
    removeEventListener("beforeprint", print);
  };
  const see = (isPrinting: boolean) => {
    stop();
    act(isPrinting);
  };
  const print = () => see(true);
  const watch = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) see(false);
    },
    { rootMargin: "25%" },
  );
  watch.observe(element);
  addEventListener("beforeprint", print);
  return stop;
}

/** The delay in milliseconds after loading, so that caching does not compete with the page. */
const REGISTER_DELAY = 1000;

/** Whether a new version is available, and whether the browser is online. */
class Version {
  #waiting = $state<ServiceWorker>();
  isOnline = $state(navigator.onLine);

  get isReady(): boolean {
    return this.#waiting !== undefined;
  }

  /** Called once, when the page starts. Development builds have no service worker. */
  watch(): void {
    addEventListener("online", () => (this.isOnline = true));
    addEventListener("offline", () => (this.isOnline = false));
    if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
    // On the first visit caching waits until the page has loaded.
    if (navigator.serviceWorker.controller) void this.#register();
    else if (document.readyState === "complete") this.#registerSoon();
    else addEventListener("load", () => this.#registerSoon(), { once: true });
  }

  #registerSoon(): void {
    setTimeout(() => void this.#register(), REGISTER_DELAY);
  }

  async #register(): Promise<void> {
    // The first version takes control immediately and needs no reload.
    const hadOne = navigator.serviceWorker.controller !== null;
    let isLoading = false;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (!hadOne || isLoading) return;
      isLoading = true;
      location.reload();
    });
    try {
      const registration = await navigator.serviceWorker.register("/sw.js");
      const offer = () => {
        if (registration.waiting && navigator.serviceWorker.controller) this.#waiting = registration.waiting;
      };
      offer();
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", offer);
      });
      // Also checks for updates in tabs that stay open.
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
      });
    } catch {
      // Service workers are blocked: the pages work online only.
    }
  }

  /** Activates the new version. Games in progress are saved. */
  load(): void {
    this.#waiting?.postMessage({ type: "SKIP_WAITING" });
  }
}

export const version = new Version();

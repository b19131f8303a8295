/** How long a page that is loaded has the line and the processor for itself, in milliseconds. */
const PAGE_FIRST = 1000;

/** Whether a new version of the pages waits, and whether there is a connection. */
class Version {
  #waiting = $state<ServiceWorker>();
  isOnline = $state(navigator.onLine);

  get isReady(): boolean {
    return this.#waiting !== undefined;
  }

  /** Called once by the page. In development there is nothing to keep. */
  watch(): void {
    addEventListener("online", () => (this.isOnline = true));
    addEventListener("offline", () => (this.isOnline = false));
    if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
    // On the first visit it would be in the way of the page itself to keep all the others for later.
    if (navigator.serviceWorker.controller) void this.#register();
    else if (document.readyState === "complete") this.#registerSoon();
    else addEventListener("load", () => this.#registerSoon(), { once: true });
  }

  #registerSoon(): void {
    setTimeout(() => void this.#register(), PAGE_FIRST);
  }

  async #register(): Promise<void> {
    // The first version takes over without being asked, and nothing has to be loaded again for it.
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
      // Whoever never leaves the page hears of new versions as well.
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
      });
    } catch {
      // Forbidden by the browser: the pages work while there is a network.
    }
  }

  /** Loads the new version. Games are kept on the device and on the server: none is lost. */
  load(): void {
    this.#waiting?.postMessage("load the new version");
  }
}

export const version = new Version();

/** A part of a path; one that is not encoded correctly is taken as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The router: the URL determines the page. */
class Router {
  #path = $state(location.pathname);
  #query = $state(new URLSearchParams(location.search));

  constructor() {
    addEventListener("popstate", () => this.#read());
  }

  #read(): void {
    this.#path = location.pathname;
    this.#query = new URLSearchParams(location.search);
  }

  get parts(): string[] {
    return this.#path.split("/").filter(Boolean).map(decode);
  }

  get query(): URLSearchParams {
    return this.#query;
  }

  go(address: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.#read();
    if (!replace) scrollTo(0, 0);
  }
}

export const router = new Router();

/** Handles clicks on internal links without a page load. */
export function handleLinkClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.origin !== location.origin || link.target) return;
  if (link.pathname.startsWith("/api")) return;
  // An anchor on this page is left to the browser.
  if (link.hash !== "" && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}

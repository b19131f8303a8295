/** The service worker: caches pages, rules and engine. API requests are never answered from the cache. */
const here = self as unknown as ServiceWorkerGlobalScope;

/** The files of this version, inserted by the build. */
const FILES: readonly string[] = JSON.parse("__FILES__");
const NAME = "mekong-__VERSION__";
const SHELL = "/index.html";

here.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

here.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith("mekong-") && name !== NAME);
      await Promise.all(old.map((name) => caches.delete(name)));
      await here.clients.claim();
    })(),
  );
});

/** A new version waits for the user's consent. The pages of 0.1 send a text. */
here.addEventListener("message", (event: ExtendableMessageEvent) => {
  const { data } = event as { data: { readonly type?: string } | string | null };
  const type = typeof data === "object" ? data?.type : data;
  if (type === "SKIP_WAITING" || type === "load the new version") void here.skipWaiting();
});

here.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== here.location.origin) return;
  // Embedded boards are another page, with other headers.
  if (/^\/(api|embed|healthz|readyz|metrics)(\/|$)/.test(url.pathname)) return;
  const name = request.mode === "navigate" ? SHELL : url.pathname;
  event.respondWith((async () => (await (await caches.open(NAME)).match(name)) ?? (await fetch(request)))());
});

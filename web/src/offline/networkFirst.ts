/**
 * Answers of the server that are kept for use offline. The service worker leaves this cache alone: it deletes those of earlier
 * versions, whose names begin with `mekong-`.
 */
const NAME = "kept-answers";

/** Pages without a secure connection have no cache. */
const open = (): Promise<Cache | undefined> =>
  "caches" in globalThis ? caches.open(NAME).catch(() => undefined) : Promise.resolve(undefined);

async function store(name: string, value: unknown): Promise<void> {
  const cache = await open();
  // Storage is full or blocked: continue without.
  await cache?.put(`/${name}`, Response.json(value)).catch(() => undefined);
}

/** The answer of the server or, if that fails, the one that was kept. */
export async function networkFirst<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    const value = await load();
    void store(name, value);
    return value;
  } catch (error) {
    const found = await (await open())?.match(`/${name}`);
    if (!found) throw error;
    return (await found.json()) as T;
  }
}

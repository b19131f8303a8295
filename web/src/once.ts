/** One request per key and visit. A failed one is made again. */
export function once<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const loading = new Map<string, Promise<T>>();
  return (key) => {
    const known = loading.get(key);
    if (known) return known;
    const request = load(key);
    loading.set(key, request);
    request.catch(() => loading.delete(key));
    return request;
  };
}

/**
 * The keys of what a board draws, in order. A position that is being set up may have a piece twice: each further one gets a
 * key of its own, because two elements of a list must not share one.
 */
export function distinctKeys(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return keys.map((key) => {
    const earlier = counts.get(key) ?? 0;
    counts.set(key, earlier + 1);
    return earlier === 0 ? key : `${key} ${earlier + 1}`;
  });
}

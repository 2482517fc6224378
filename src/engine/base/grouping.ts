/** The value of a key, created on first use. */
export function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: (key: K) => V,
): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make(key)
    map.set(key, value)
  }
  return value
}

/** Items under the key each one has, in the order of first mention. (`Map.groupBy` needs Node 21.) */
export function groupBy<T, K = string>(items: Iterable<T>, toKey: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) getOrMake(groups, toKey(item), () => []).push(item)
  return groups
}

/** The first of the items with the highest score; undefined without items. */
export function greatest<T>(items: Iterable<T>, toScore: (item: T) => number): T | undefined {
  let best: T | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const item of items) {
    const score = toScore(item)
    if (score > most) [best, most] = [item, score]
  }
  return best
}

/** The same keys with other values. */
export function mapValues<K, V, W>(map: ReadonlyMap<K, V>, change: (value: V, key: K) => W): Map<K, W> {
  return new Map(Array.from(map, ([key, value]) => [key, change(value, key)]))
}

/** How often each item occurs, in the order of first mention. */
export function countBy<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** Counted items, the most frequent first. */
export const mostFirst = <T>(counts: ReadonlyMap<T, number>): (readonly [T, number])[] =>
  [...counts].sort(([, a], [, b]) => b - a)

/** A value for each of some names. */
export const recordFrom = <Name extends string, T>(names: readonly Name[], of: (name: Name) => T) =>
  Object.fromEntries(names.map(name => [name, of(name)])) as Record<Name, T>

/** The order of texts by their UTF-16 units, the same in every language. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

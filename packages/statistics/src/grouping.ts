/** The value of a key, made on first use. */
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
export function groupBy<T, K = string>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) getOrMake(groups, keyOf(item), () => []).push(item)
  return groups
}

/** How often each item occurs, in the order of first mention. */
export function countBy<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** A value for each of some names. */
export const recordOf = <Name extends string, T>(names: readonly Name[], of: (name: Name) => T) =>
  Object.fromEntries(names.map(name => [name, of(name)])) as Record<Name, T>

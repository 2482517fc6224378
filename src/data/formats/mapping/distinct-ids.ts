import { groupBy } from '../../../engine/base/grouping.ts'

/** Ids of which no two are the same: of equal ones the first stays, the next ones get `#2`, `#3` … */
export function distinctIds(ids: readonly string[]): {
  readonly ids: readonly string[]
  /** Places of those that share an id with another. */
  readonly shared: ReadonlySet<number>
} {
  const taken = new Set(ids)
  const result = [...ids]
  const shared = new Set<number>()
  for (const places of groupBy(ids.keys(), place => ids[place] ?? '').values()) {
    if (places.length === 1) continue
    for (const [nth, place] of places.entries()) {
      shared.add(place)
      if (nth > 0) result[place] = unused(ids[place] ?? '', nth + 1, taken)
    }
  }
  return { ids: result, shared }
}

function unused(id: string, from: number, taken: Set<string>): string {
  for (let n = from; ; n++) {
    const candidate = `${id}#${n}`
    if (taken.has(candidate)) continue
    taken.add(candidate)
    return candidate
  }
}

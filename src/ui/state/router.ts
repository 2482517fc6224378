import { setOwn } from '@voxelwise/python'
import { useMemo, useSyncExternalStore } from 'react'

/** Every view has an address, the part after `#`. */
export type Route = { readonly query: URLSearchParams } & (
  | { readonly view: 'home' | 'run' | 'quality' | 'storage' }
  /** Unknown here: perhaps a page of a feature. */
  | { readonly view: 'lost'; readonly path: string }
  | { readonly view: 'runs'; readonly ids: readonly string[] }
  | { readonly view: 'results'; readonly id: string; readonly tab: string }
  | { readonly view: 'compare'; readonly ids: readonly string[]; readonly tab: string }
)

type Query = Readonly<Record<string, string | readonly string[] | null>>

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The view of an address; `lost` for an unknown one, which may be a feature's. Only results and comparisons know which tabs they have. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  const query = new URLSearchParams(search)
  const [first, second, third] = path.split('/').filter(Boolean).map(decode)
  if (first === undefined) return { view: 'home', query }
  if (first === 'runs' && second !== undefined)
    return { view: 'results', id: second, tab: third ?? 'overview', query }
  if (first === 'compare')
    return { view: 'compare', ids: idsInQuery(query), tab: second ?? 'differences', query }
  if (first === 'runs') return { view: 'runs', ids: idsInQuery(query), query }
  if (first === 'run' || first === 'quality' || first === 'storage') return { view: first, query }
  return { view: 'lost', path: first, query }
}

function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of value === null ? [] : typeof value === 'string' ? [value] : value)
      params.append(key, one)
  }
  // Commas separate the runs of a comparison; they stay readable.
  const text = params.toString().replaceAll('%2C', ',')
  return text ? `${path}?${text}` : path
}

/** The address of a tab of a run's results. */
export function resultsHref(id: string, tab = 'overview', query: Query = {}): string {
  return withQuery(`#/runs/${encodeURIComponent(id)}/${tab}`, query)
}

/** The runs that an address compares or ticks, without duplicates; the first is the baseline. */
function idsInQuery(query: URLSearchParams): readonly string[] {
  const parts = (query.get('runs') ?? '').split(',').filter(Boolean)
  return [...new Set(parts.map(decode))]
}

/** The address of a comparison; the first run is the baseline. */
export function compareHref(ids: readonly string[], tab = 'differences', query: Query = {}): string {
  return withQuery(tab === 'differences' ? '#/compare' : `#/compare/${tab}`, { ...runsQuery(ids), ...query })
}

/** The list of runs with some of them ticked. */
export function runsHref(ids: readonly string[]): string {
  return withQuery('#/runs', runsQuery(ids))
}

const runsQuery = (ids: readonly string[]): Query => ({
  runs: ids.length > 0 ? ids.map(encodeURIComponent).join(',') : null,
})

/** Opens an address as a new history entry, or replaces the current one. */
export function navigate(hash: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') {
    location.hash = hash
    return
  }
  history.replaceState(null, '', hash)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

/** The current address with some of its parameters changed; null takes one out. */
export function hrefWith(change: Query): string {
  const [path = '', search = ''] = location.hash.split(/\?(.*)/s)
  const query: Record<string, string | readonly string[] | null> = {}
  const now = new URLSearchParams(search)
  for (const key of new Set(now.keys())) setOwn(query, key, now.getAll(key))
  return withQuery(path || '#/', { ...query, ...change })
}

/** Changes some of the current address's parameters in place. */
export const changeQuery = (change: Query): void => navigate(hrefWith(change), 'replace')

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The view of the current address; re-renders when the address changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return useMemo(() => parseRoute(hash), [hash])
}

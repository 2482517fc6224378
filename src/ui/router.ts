import { useMemo, useSyncExternalStore } from 'react'

export const tabs = ['overview', 'cube', 'shortcuts', 'samples', 'export'] as const
export type Tab = (typeof tabs)[number]

/** Every view has an address: the part after `#`. */
export type Route = { readonly query: URLSearchParams } & (
  | { readonly view: 'home' | 'run' | 'runs' | 'quality' | 'lost' }
  | { readonly view: 'results'; readonly id: string; readonly tab: Tab }
)

type Query = Readonly<Record<string, string | readonly string[] | null>>

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  const query = new URLSearchParams(search)
  const [first, second, third] = path.split('/').filter(Boolean).map(decode)
  if (first === undefined) return { view: 'home', query }
  if (first === 'runs' && second !== undefined) {
    const tab = tabs.find(name => name === (third ?? 'overview'))
    return tab ? { view: 'results', id: second, tab, query } : { view: 'lost', query }
  }
  if (first === 'run' || first === 'runs' || first === 'quality') return { view: first, query }
  return { view: 'lost', query }
}

function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of value === null ? [] : typeof value === 'string' ? [value] : value)
      params.append(key, one)
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** The address of a tab of a run's results. */
export function resultsHref(id: string, tab: Tab = 'overview', query: Query = {}): string {
  return withQuery(`#/runs/${encodeURIComponent(id)}/${tab}`, query)
}

export function navigate(hash: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') {
    location.hash = hash
    return
  }
  history.replaceState(null, '', hash)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Changes some of the current address's parameters in place; null takes one out. */
export function changeQuery(change: Query): void {
  const [path = '', search = ''] = location.hash.split(/\?(.*)/s)
  const query: Record<string, string | readonly string[] | null> = {}
  const now = new URLSearchParams(search)
  for (const key of new Set(now.keys())) query[key] = now.getAll(key)
  navigate(withQuery(path || '#/', { ...query, ...change }), 'replace')
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return useMemo(() => parseRoute(hash), [hash])
}

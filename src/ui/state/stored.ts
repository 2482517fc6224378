import { useSyncExternalStore } from 'react'

/**
 * A value that the page keeps in this browser; where storage is blocked, for this visit only.
 * @param read makes a value of what is stored: null where nothing is, or where it is damaged
 */
export function stored<T extends object>(key: string, read: (json: unknown) => T) {
  const listeners = new Set<() => void>()
  let value: T | null = null
  const get = (): T => {
    value ??= read(parsed(key))
    return value
  }
  const set = (next: T): void => {
    value = next
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Storage is blocked.
    }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { get, set, use: (): T => useSyncExternalStore(subscribe, get) }
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

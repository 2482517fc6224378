import { useSyncExternalStore } from 'react'

/** Preferences for the page, stored in this browser. */
export interface Preferences {
  readonly theme: 'auto' | 'light' | 'dark'
  /** Single-key shortcuts can be turned off (WCAG 2.1.4). */
  readonly keys: boolean
  /** A notification when a run ends while the page is hidden. */
  readonly notify: boolean
}

const storageKey = 'voxelwise:preferences'
const listeners = new Set<() => void>()
let preferences: Preferences = { theme: 'auto', keys: true, notify: false }

function apply({ theme }: Preferences): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Reads the stored preferences; called before the first render, so that the theme does not flash. */
export function loadPreferences(): void {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Preferences>
    const theme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : 'auto'
    preferences = { theme, keys: stored.keys !== false, notify: stored.notify === true }
  } catch {
    // Storage is blocked or damaged: the defaults apply.
  }
  apply(preferences)
}

/** Changes some preferences and stores them. */
export function changePreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change }
  apply(preferences)
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences))
  } catch {
    // Storage is blocked: they apply to this visit only.
  }
  for (const listener of listeners) listener()
}

/** The current preferences. */
export const getPreferences = (): Preferences => preferences

/** The current preferences; re-renders on change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, getPreferences)
}

import { useSyncExternalStore } from 'react'

/** Small choices about the page itself, kept in this browser. */
export interface Preferences {
  readonly theme: 'auto' | 'light' | 'dark'
  /** Single-key shortcuts can be turned off (WCAG 2.1.4). */
  readonly keys: boolean
  /** A notification when a run ends while the page is hidden. */
  readonly notify: boolean
}

const place = 'voxelwise:preferences'
const listeners = new Set<() => void>()
let preferences: Preferences = { theme: 'auto', keys: true, notify: false }

function apply({ theme }: Preferences): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Reads what was kept on an earlier visit; before the first drawing, so that the theme does not change. */
export function loadPreferences(): void {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Preferences>
    const theme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : 'auto'
    preferences = { theme, keys: stored.keys !== false, notify: stored.notify === true }
  } catch {
    // Storage refused or spoilt: the page works with what it has.
  }
  apply(preferences)
}

/** Changes some, for this visit and later ones. */
export function changePreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change }
  apply(preferences)
  try {
    localStorage.setItem(place, JSON.stringify(preferences))
  } catch {
    // Kept for this visit only.
  }
  for (const listener of listeners) listener()
}

/** The preferences as they are now. */
export const getPreferences = (): Preferences => preferences

/** The preferences, read anew at every change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, getPreferences)
}

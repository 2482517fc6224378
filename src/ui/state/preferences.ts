import { stored } from './stored.ts'

/** Preferences for the page, stored in this browser. */
export interface Preferences {
  readonly theme: 'auto' | 'light' | 'dark'
  /** Single-key shortcuts can be turned off (WCAG 2.1.4). */
  readonly keys: boolean
  /** A notification when a run ends while the page is hidden. */
  readonly notify: boolean
}

const preferences = stored('voxelwise:preferences', (json): Preferences => {
  const { theme, keys, notify } = (json ?? {}) as Partial<Preferences>
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    keys: keys !== false,
    notify: notify === true,
  }
})

/** Applies the stored preferences before the first render, so that the theme does not flash. */
export function loadPreferences(): void {
  const { theme } = preferences.get()
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Changes some preferences and stores them. */
export function changePreferences(change: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...change })
  loadPreferences()
}

/** The current preferences, and the same for a view, which is drawn again on change. */
export const { get: getPreferences, use: usePreferences } = preferences

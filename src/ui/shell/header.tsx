import { changePreferences, type Preferences, usePreferences } from '../state/preferences.ts'
import type { Route } from '../state/router.ts'
import { Logo } from './logo.tsx'
import { StatusChip } from './status-chip.tsx'

const places: readonly { href: string; name: string; views: readonly Route['view'][] }[] = [
  { href: '#/', name: 'Set up', views: ['home'] },
  { href: '#/run', name: 'Run', views: ['run'] },
  { href: '#/runs', name: 'Results', views: ['runs', 'results', 'race', 'compare', 'storage'] },
  { href: '#/quality', name: 'Data quality', views: ['quality'] },
]

const themes: Readonly<
  Record<Preferences['theme'], { next: Preferences['theme']; name: string; sign: string }>
> = {
  auto: { next: 'light', name: 'automatic', sign: '◐' },
  light: { next: 'dark', name: 'light', sign: '○' },
  dark: { next: 'auto', name: 'dark', sign: '●' },
}

/** Navigation, run status, theme and help. */
export function Header({ route, onHelp }: { readonly route: Route; readonly onHelp: () => void }) {
  const { theme } = usePreferences()
  return (
    <header className="header">
      <a className="brand" href="#/" aria-label="Voxelwise, set up">
        <Logo />
        <span>Voxelwise</span>
      </a>
      <nav aria-label="Main">
        <ul>
          {places.map(({ href, name, views }) => (
            <li key={href}>
              <a href={href} aria-current={views.includes(route.view) ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="header-end">
        <StatusChip />
        <button
          type="button"
          className="button quiet"
          aria-label={`Theme: ${themes[theme].name}`}
          title={`Theme: ${themes[theme].name}`}
          onClick={() => changePreferences({ theme: themes[theme].next })}
        >
          <span aria-hidden="true">{themes[theme].sign}</span>
        </button>
        <button type="button" className="button quiet" aria-label="Help" title="Help" onClick={onHelp}>
          <span aria-hidden="true">?</span>
        </button>
      </div>
    </header>
  )
}

/** The theme after this one. */
export function nextTheme(theme: Preferences['theme']): Preferences['theme'] {
  return themes[theme].next
}

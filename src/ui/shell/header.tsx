import { findStage, stageNames } from '../../app/state/stage.ts'
import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import { useApp } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { changePreferences, type Preferences, usePreferences } from '../state/preferences.ts'
import type { Route } from '../state/router.ts'
import { count } from '../text/format.ts'

const places: readonly { href: string; name: string; views: readonly Route['view'][] }[] = [
  { href: '#/', name: 'Set up', views: ['home'] },
  { href: '#/run', name: 'Run', views: ['run'] },
  { href: '#/runs', name: 'Results', views: ['runs', 'results', 'compare', 'storage'] },
  { href: '#/quality', name: 'Data quality', views: ['quality'] },
]

const themes: Readonly<Record<Preferences['theme'], { next: Preferences['theme']; name: string }>> = {
  auto: { next: 'light', name: 'as the system' },
  light: { next: 'dark', name: 'light' },
  dark: { next: 'auto', name: 'dark' },
}

/** Navigation, run status, theme and help. */
export function Header({ route, onHelp }: { readonly route: Route; readonly onHelp: () => void }) {
  const hasFindings = useApp(({ dataset }) => dataset.status === 'ready' && hasQualityRows(dataset.overview))
  const { theme } = usePreferences()
  return (
    <header className="header">
      <a className="brand" href="#/" aria-label="Voxelwise, set up">
        <Logo />
        <span>Voxelwise</span>
      </a>
      <nav aria-label="Main">
        <ul className="words">
          {places
            .filter(({ views }) => hasFindings || !views.includes('quality') || route.view === 'quality')
            .map(({ href, name, views }) => (
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
        <Button
          look="quiet"
          aria-label={`Theme: ${themes[theme].name}`}
          title={`Theme: ${themes[theme].name}`}
          onClick={() => changePreferences({ theme: themes[theme].next })}
        >
          <ThemeSign theme={theme} />
        </Button>
        <Button look="quiet" aria-label="Help" title="Help" onClick={onHelp}>
          <span aria-hidden="true">?</span>
        </Button>
      </div>
    </header>
  )
}

/** Whether the view of skipped samples and findings has any. */
const hasQualityRows = ({ counts, findings, badFiles }: DatasetOverview): boolean =>
  counts.total > counts.loaded || badFiles.length > 0 || Object.values(findings).some(n => n > 0)

/** The theme after this one. */
export function nextTheme(theme: Preferences['theme']): Preferences['theme'] {
  return themes[theme].next
}

/** One voxel among voxels: the mark of the page (public/icon.svg draws the same). */
function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className="solid-top" d="M16 3 27 9.2 16 15.4 5 9.2Z" />
      <path className="solid-left" d="M4 11 15 17.2V29.6L4 23.4Z" />
      <path
        className="solid-right"
        d="M17 23.9 22 21.1V26.8L17 29.6ZM17 17.2 22 14.4V20L17 22.8ZM23 20.5 28 17.7V23.4L23 26.2Z"
      />
      <path className="voxel-right" d="M23 13.8 28 11V16.6L23 19.4Z" />
    </svg>
  )
}

/** The run that is active, or that ended before its time, in every view. */
function StatusChip() {
  const live = useApp(state => state.live)
  if (!live) return null
  const stage = findStage(live)
  if (stage === 'done') return null
  const done = live.answered + live.failed
  return (
    <a className="note chip" data-stage={stage} href="#/run">
      <span className="chip-dot" aria-hidden="true" />
      <span>
        {stageNames[stage].split(' ')[0]} {count(done)}/{count(live.total)}
      </span>
    </a>
  )
}

/** A sun, a moon, or a disc half of each for the theme of the system. */
const ThemeSign = ({ theme }: { readonly theme: Preferences['theme'] }) => (
  <svg className="sign" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    {theme === 'light' && (
      <>
        <circle cx="10" cy="10" r="3.5" />
        <path d="M10 1.5v3M10 15.5v3M1.5 10h3M15.5 10h3M4 4l2.1 2.1M13.9 13.9 16 16M4 16l2.1-2.1M13.9 6.1 16 4" />
      </>
    )}
    {theme === 'dark' && <path className="filled" d="M16.5 12.5A7 7 0 0 1 7.5 3.5a7 7 0 1 0 9 9Z" />}
    {theme === 'auto' && (
      <>
        <circle cx="10" cy="10" r="7" />
        <path className="filled" d="M10 3a7 7 0 0 1 0 14Z" />
      </>
    )}
  </svg>
)

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { pagePart } from '../../engine/base/page-parts.ts'
import { HomeView } from '../home/home.tsx'
import { useApp, useController } from '../hooks/use-app.ts'
import { useKeys } from '../hooks/use-keys.ts'
import { ErrorBoundary } from '../shared/controls/error-boundary.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page } from '../shared/controls/page.tsx'
import { changePreferences, usePreferences } from '../state/preferences.ts'
import { navigate, type Route, useRoute } from '../state/router.ts'
import { Header, nextTheme } from './header.tsx'
import { Help } from './help.tsx'
import { OfflineNote, UpdateOffer } from './offline-note.tsx'

/** The page: header, notices, the view of the current address, footer and help. */
export function App() {
  const route = useRoute()
  const [help, setHelp] = useState(false)
  const { theme } = usePreferences()
  useFollowNewRun(route)
  useKeys({
    '?': () => setHelp(true),
    t: () => changePreferences({ theme: nextTheme(theme) }),
  })
  return (
    <>
      <button type="button" className="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to content
      </button>
      <Header route={route} onHelp={() => setHelp(true)} />
      <Notices />
      <UpdateOffer />
      <main id="content" tabIndex={-1}>
        <ErrorBoundary key={route.view} subject={`the view “${route.view}”`}>
          <Suspense fallback={<div className="muted">Loading…</div>}>
            <View route={route} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <footer className="footer">
        <p>
          <a href="./changelog.html" target="_blank" rel="noreferrer">
            Voxelwise {__VERSIONS__.app}
          </a>
          . For research, not for diagnosis. <LeavesNote />
        </p>
        <OfflineNote />
        <p>
          <a href="./licences.html" target="_blank" rel="noreferrer">
            Licences
          </a>
        </p>
      </footer>
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  )
}

/** Every view but the first is loaded when it is first shown, or after the first click. */
const screens = {
  run: () => pagePart(import('../run/run.tsx')),
  race: () => pagePart(import('../race/race.tsx')),
  runs: () => pagePart(import('../runs/runs.tsx')),
  results: () => pagePart(import('../results/results.tsx')),
  compare: () => pagePart(import('../compare/compare.tsx')),
  quality: () => pagePart(import('../quality/quality.tsx')),
  storage: () => pagePart(import('../storage/storage.tsx')),
}

const RunView = lazy(async () => ({ default: (await screens.run()).RunView }))
const RaceView = lazy(async () => ({ default: (await screens.race()).RaceView }))
const RunsView = lazy(async () => ({ default: (await screens.runs()).RunsView }))
const ResultsView = lazy(async () => ({ default: (await screens.results()).ResultsView }))
const CompareView = lazy(async () => ({ default: (await screens.compare()).CompareView }))
const QualityView = lazy(async () => ({ default: (await screens.quality()).QualityView }))
const StorageView = lazy(async () => ({ default: (await screens.storage()).StorageView }))

/** Loads the other views, so that they open at once, even if the server has ended by then. */
export function loadScreens(): void {
  for (const screen of Object.values(screens)) screen().catch(() => {})
}

function View({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'home':
      return <HomeView />
    case 'run':
      return <RunView />
    case 'race':
      return <RaceView key={route.id} id={route.id} />
    case 'runs':
      return <RunsView ids={route.ids} />
    case 'results':
      return <ResultsView key={route.id} id={route.id} tab={route.tab} query={route.query} />
    case 'compare':
      return <CompareView ids={route.ids} tab={route.tab} query={route.query} />
    case 'quality':
      return <QualityView query={route.query} />
    case 'storage':
      return <StorageView />
    case 'lost':
      return <LostView />
  }
}

/** Opens the run view when a run starts or continues. */
function useFollowNewRun(route: Route): void {
  const busy = useApp(({ live }) =>
    live && (live.phase === 'loading' || live.phase === 'running') ? live.run.id : null,
  )
  const followed = useRef<string | null>(null)
  const isRaces = route.view === 'compare' && route.tab === 'races'
  useEffect(() => {
    const isNew = busy !== null && busy !== followed.current
    followed.current = busy
    const starts = ['home', 'runs', 'race'].includes(route.view) || isRaces
    if (isNew && starts) navigate('#/run')
  }, [busy, route.view, isRaces])
}

/** For an unknown address. */
function LostView() {
  return (
    <Page title="Page not found">
      <p>
        There is nothing at this address. <a href="#/">Set up a run</a> or open{' '}
        <a href="#/runs">your results</a>.
      </p>
    </Page>
  )
}

/** States that no data leaves the machine, or which model server receives it. */
function LeavesNote() {
  const server = useApp(({ model, live }) =>
    model.status === 'ready' && model.overview.server ? model.overview.server : live?.run.model.server,
  )
  if (!server) return 'Your data never leave this machine.'
  return `Questions and images go only to the model server at ${server.address}.`
}

/** Errors without a place of their own, announced when they appear and dismissed by the user. */
function Notices() {
  const controller = useController()
  const notices = useApp(state => state.notices)
  return (
    <section className="notices" aria-label="Notices" aria-live="polite">
      {notices.map(({ id, error }) => (
        <ErrorBox key={id} error={error}>
          <button type="button" className="button small" onClick={() => controller.dismiss(id)}>
            Dismiss
          </button>
        </ErrorBox>
      ))}
    </section>
  )
}

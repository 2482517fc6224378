import { Suspense, useState } from 'react'
import { isBusy } from '../../app/state/stage.ts'
import { HomeView } from '../home/home.tsx'
import { useApp, useController } from '../hooks/use-app.ts'
import { useKeys } from '../hooks/use-keys.ts'
import { featurePages } from '../page-features.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { ErrorBoundary } from '../shared/controls/error-boundary.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { LostView } from '../shared/controls/lost.tsx'
import { usePressesWithPlace } from '../shared/controls/press-errors.tsx'
import { late } from '../shared/late.ts'
import { changePreferences, usePreferences } from '../state/preferences.ts'
import { type Route, useRoute } from '../state/router.ts'
import { bytes } from '../text/format.ts'
import { Header, nextTheme } from './header.tsx'

/** The page: header, notices, the view of the current address, footer and help. */
export function App() {
  const route = useRoute()
  const [help, setHelp] = useState(false)
  const { theme } = usePreferences()
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
      <footer className="note words footer">
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
      <Suspense>{help && <Help onClose={() => setHelp(false)} />}</Suspense>
    </>
  )
}

const RunView = late(async () => (await import('../run/run.tsx')).RunView)
const RunsView = late(async () => (await import('../runs/runs.tsx')).RunsView)
const ResultsView = late(async () => (await import('../results/results.tsx')).ResultsView)
const CompareView = late(async () => (await import('../compare/compare.tsx')).CompareView)
const QualityView = late(async () => (await import('../quality/quality.tsx')).QualityView)
const StorageView = late(async () => (await import('../storage/storage.tsx')).StorageView)
const Help = late(async () => (await import('./help.tsx')).Help)

function View({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'home':
      return <HomeView />
    case 'run':
      return <RunView />
    case 'runs':
      return <RunsView ids={route.ids} query={route.query} />
    case 'results':
      return <ResultsView key={route.id} id={route.id} tab={route.tab} query={route.query} />
    case 'compare':
      return <CompareView ids={route.ids} tab={route.tab} query={route.query} />
    case 'quality':
      return <QualityView query={route.query} />
    case 'storage':
      return <StorageView />
    case 'lost':
      return <PageOfFeature path={route.path} />
  }
}

/** The page of a feature at this address. */
function PageOfFeature({ path }: { readonly path: string }) {
  const featurePage = featurePages.find(page => page.path === path)
  return featurePage ? <featurePage.Page /> : <LostView />
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
  const placed = usePressesWithPlace()
  const all = useApp(state => state.notices)
  const notices = all.filter(({ press }) => press === null || !placed.has(press))
  return (
    <section className="notices" aria-label="Notices" aria-live="polite">
      {notices.map(({ id, error }) => (
        <ErrorBox key={id} error={error}>
          <SmallButton onClick={() => controller.dismiss(id)}>Dismiss</SmallButton>
        </ErrorBox>
      ))}
    </section>
  )
}

/** Whether the page is available offline, or can be; in the footer of every view. */
function OfflineNote() {
  const controller = useController()
  const offline = useApp(state => state.offline)
  switch (offline.status) {
    case 'checking':
      return null
    case 'none':
      return <p>{offline.reason}</p>
    case 'offered':
      return (
        <p>
          <SmallButton onClick={() => controller.keepOffline()}>Save for offline use</SmallButton>{' '}
          {bytes(offline.size)}
        </p>
      )
    case 'keeping':
      return <p>Saving for offline use ({bytes(offline.size)})…</p>
    case 'kept':
      return <p>Available offline ({bytes(offline.size)}).</p>
  }
}

/** Offers a new version: installed only on request, and never during a run. */
function UpdateOffer() {
  const controller = useController()
  const offline = useApp(state => state.offline)
  const mustWait = useApp(({ live }) => live !== null && isBusy(live))
  if (!('isNewer' in offline) || !offline.isNewer) return null
  return (
    <section className="row update-offer" aria-label="New version" aria-live="polite">
      <p>
        A new version of Voxelwise is available.{' '}
        {mustWait ? 'You can update when the run has ended.' : 'Your stored runs are not affected.'}
      </p>
      <SmallButton disabled={mustWait} onClick={() => controller.updatePage()}>
        Update and reload
      </SmallButton>
    </section>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Header, nextTheme } from './parts/header.tsx'
import { Help } from './parts/help.tsx'
import { Notices } from './parts/notices.tsx'
import { changePreferences, usePreferences } from './preferences.ts'
import { navigate, type Route, useRoute } from './router.ts'
import { useApp } from './use-app.ts'
import { useKeys } from './use-keys.ts'
import { CompareView } from './views/compare.tsx'
import { HomeView } from './views/home.tsx'
import { LostView } from './views/lost.tsx'
import { QualityView } from './views/quality.tsx'
import { ResultsView } from './views/results.tsx'
import { RunView } from './views/run.tsx'
import { RunsView } from './views/runs.tsx'
import { StorageView } from './views/storage.tsx'

/** The whole page: header, the view that the address names, notices and help. */
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
      <main id="content" tabIndex={-1}>
        <View route={route} />
      </main>
      <footer className="footer">
        <p>
          Voxelwise {__VERSIONS__.app}. For research, not for diagnosis. Nothing you pick here leaves this
          machine.
        </p>
      </footer>
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  )
}

function View({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'home':
      return <HomeView />
    case 'run':
      return <RunView />
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

/** When a run starts or is continued, the page goes where it can be watched. */
function useFollowNewRun(route: Route): void {
  const { live } = useApp()
  const busy = live && (live.phase === 'loading' || live.phase === 'running') ? live.run.id : null
  const followed = useRef<string | null>(null)
  useEffect(() => {
    const isNew = busy !== null && busy !== followed.current
    followed.current = busy
    if (isNew && (route.view === 'home' || route.view === 'runs')) navigate('#/run')
  }, [busy, route.view])
}
